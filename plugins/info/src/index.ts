import { createInfoPlugin } from './info-plugin.ts';

export default createInfoPlugin();
