import { createSearchPlugin } from './search-plugin.ts';

export default createSearchPlugin();
