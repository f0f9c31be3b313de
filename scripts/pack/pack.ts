// `npm run pack [FOLDER]`: builds what is published and packs it into FOLDER, `dist` by default.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { buildPage } from '../../packages/web/build-page.ts';
import { buildCommand } from './build-command.ts';
import { buildLibraries } from './build-libraries.ts';
import { command, commandManifest, libraries, publishedManifest, root, type Workspace } from './published.ts';
import { pagePackages, thirdPartyNotices } from './third-party.ts';

/** Names of packages, and the tarball of each. */
export type Tarballs = Record<string, string>;

export async function pack(out: string): Promise<Tarballs> {
  const stage = mkdtempSync(join(tmpdir(), 'cadence-pack-'));
  try {
    const folderOf = ({ folder }: Workspace) => join(stage, basename(folder));
    buildLibraries(folderOf, join(stage, 'scratch'));
    for (const library of libraries) {
      const folder = folderOf(library);
      for (const name of library.manifest.files ?? [])
        cpSync(join(library.folder, name), join(folder, name), { recursive: true });
      complete(library, folder, publishedManifest(library));
    }
    cpSync(join(root, 'workflows'), join(stage, 'server/workflows'), { recursive: true });
    await stageCommand(folderOf(command));
    return packFolders([command, ...libraries].map(folderOf), out);
  } finally {
    rmSync(stage, { recursive: true });
  }
}

async function stageCommand(folder: string): Promise<void> {
  const built = await buildCommand(folder);
  cpSync(await buildPage(), join(folder, 'packages/web/dist'), { recursive: true });
  cpSync(join(root, 'workflows'), join(folder, 'workflows'), { recursive: true });
  const swaggerUi = join(root, 'node_modules/@fastify/swagger-ui/static');
  cpSync(swaggerUi, join(folder, 'packages/server/swagger-ui'), { recursive: true });
  cpSync(join(command.folder, 'bin/installed.js'), join(folder, 'bin/cadence.js'));
  // The process of a plugin may not look further up.
  writeFileSync(join(folder, 'packages/engine/package.json'), '{ "type": "module" }\n');
  writeFileSync(join(folder, 'THIRD-PARTY.md'), thirdPartyNotices([...built.bundled, ...pagePackages()]));
  complete(command, folder, commandManifest(built));
}

/** What every package has. */
function complete(workspace: Workspace, folder: string, manifest: object): void {
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  cpSync(join(workspace.folder, 'README.md'), join(folder, 'README.md'));
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
}

function packFolders(folders: string[], out: string): Tarballs {
  mkdirSync(out, { recursive: true });
  const args = ['pack', '--json', '--pack-destination', out, ...folders];
  const said = execFileSync('npm', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  const packed: { name: string; filename: string }[] = JSON.parse(said);
  return Object.fromEntries(packed.map(({ name, filename }) => [name, join(out, filename)]));
}

if (process.argv[1] === import.meta.filename) {
  const tarballs = await pack(resolve(process.argv[2] ?? join(root, 'dist')));
  for (const file of Object.values(tarballs)) console.log(file);
}
