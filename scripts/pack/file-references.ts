// Modules that are started as a thread or a process, or required: their file is named and not imported.
const reference = /(new URL\(|createRequire\(import\.meta\.url\)\()'(\.\/[\w-]+)\.ts'/g;

/** The sources that a module names so. */
export const fileReferences = (code: string): string[] =>
  [...code.matchAll(reference)].map(([, , path]) => `${path}.ts`);

/** The same module, naming what is built of them. */
export const referToBuilt = (code: string): string => code.replaceAll(reference, "$1'$2.js'");
