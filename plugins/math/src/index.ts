import { createMathPlugin } from './math-plugin.ts';

export default createMathPlugin();
