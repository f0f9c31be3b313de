// Node's own `import()`. A runner that transforms modules (vitest) puts its own in the place of ours, and that
// one knows neither resolve hooks nor plugins outside the project; what `require` loads is left as it is.
import { createRequire } from 'node:module';
import type * as untransformed from './import-module.ts';

const loaded: typeof untransformed = createRequire(import.meta.url)('./import-module.ts');

export const nativeImport = loaded.importModule;
