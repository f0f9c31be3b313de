// The package that people install: the command and the server in a few files, with the packages of others that they
// need. What plugins import too is installed beside it, and what is optional by those who want it.
import { isBuiltin } from 'node:module';
import { basename, dirname, join, relative, sep } from 'node:path';
import { type OutputOptions, type Plugin, type RolldownOutput, rolldown } from 'rolldown';
import { placeModules } from '../place-modules.ts';
import { fileReferences, referToBuilt } from './file-references.ts';
import { command, root } from './published.ts';

/** Installed with the command. */
const beside = ['@cadence-agents/contracts', '@cadence-agents/sdk', 'zod'];

/** Installed by those who want them. */
const optional = [
  '@google-cloud/firestore',
  '@langchain/core',
  '@langchain/langgraph',
  '@langchain/langgraph-checkpoint',
  'langchain',
];

/** What a package of others tries to load, and does without. */
const tried = ['pg-cloudflare', 'pg-native'];

export interface BuiltCommand {
  /** The packages that it imports: installed with it, … */
  beside: string[];
  /** … or by those who want them. */
  optional: string[];
  /** Folders of the packages of others that are in it. */
  bundled: string[];
}

/** Bundles the command into a folder. Where modules look for files, it has the layout of the repository. */
export async function buildCommand(folder: string): Promise<BuiltCommand> {
  const placeOf = (id: string) => join(folder, relative(root, id)).replace(/\.ts$/, '.js');
  const started = new Set<string>();
  const bundle = async (input: string, output: OutputOptions & { dir: string }) => {
    const build = await rolldown({
      input,
      cwd: root,
      platform: 'node',
      tsconfig: false,
      external: (id) => isBuiltin(id) || [...beside, ...optional, ...tried].includes(packageOf(id)),
      plugins: [
        startedFiles(started),
        placeModules((id) => (isOurs(id) ? relative(output.dir, placeOf(id)) : undefined)),
      ],
    });
    const written = await build.write({ format: 'esm', ...output });
    await build.close();
    return written;
  };
  const outputs = [await bundle(join(command.folder, 'src/main.ts'), { dir: join(folder, 'dist') })];
  // One file each, because what the process of a plugin may read is counted out to it.
  for (const file of started) {
    const place = placeOf(file);
    const output = { dir: dirname(place), entryFileNames: basename(place), codeSplitting: false };
    outputs.push(await bundle(file, output));
  }
  const imported = new Set(outputs.flatMap(importedPackages));
  return {
    beside: beside.filter((name) => imported.has(name)),
    optional: optional.filter((name) => imported.has(name)),
    bundled: [...new Set(outputs.flatMap(bundledPackages))].toSorted(),
  };
}

const isOurs = (id: string) => id.startsWith(root) && !id.includes(`${sep}node_modules${sep}`);

const packageOf = (specifier: string) => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? '';

/** Notes which modules are started as threads and processes, and has them looked for as they are built. */
function startedFiles(started: Set<string>): Plugin {
  return {
    name: 'started-files',
    transform(code, id) {
      if (!isOurs(id)) return null;
      for (const path of fileReferences(code)) started.add(join(dirname(id), path));
      return referToBuilt(code);
    },
  };
}

function importedPackages({ output }: RolldownOutput): string[] {
  return output.flatMap((file) =>
    file.type === 'chunk' ? [...file.imports, ...file.dynamicImports].map(packageOf) : [],
  );
}

function bundledPackages({ output }: RolldownOutput): string[] {
  const modules = output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
  return modules.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? []);
}
