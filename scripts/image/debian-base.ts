// Stand-ins for the images that the Dockerfile builds on, for machines that reach no registry of images: Debian by
// debootstrap, without what its slim image lacks too, and the same with the Node and the npm that run this.
import { existsSync, globSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Buildah } from './buildah.ts';
import { output, run } from './command.ts';

/** By the build arguments of the Dockerfile. */
const names = { DEBIAN_IMAGE: 'localhost/debian-base', NODE_IMAGE: 'localhost/node-base' };

/** Makes those that `folder` has not, and answers with the build arguments that name them. */
export function makeBases(buildah: Buildah, folder: string): typeof names {
  const debian = join(folder, 'debian');
  if (!existsSync(join(debian, 'etc/debian_version'))) {
    rmSync(debian, { recursive: true, force: true });
    run('debootstrap', '--variant=minbase', 'bookworm', debian);
    for (const path of globSync('{var/lib/apt/lists,var/cache/apt,usr/share/{doc,man,locale,info}}', {
      cwd: debian,
    }))
      for (const entry of readdirSync(join(debian, path)))
        rmSync(join(debian, path, entry), { recursive: true });
  }
  if (!buildah.has(names.DEBIAN_IMAGE)) {
    buildah.make('scratch', names.DEBIAN_IMAGE, (root) => run('cp', '--archive', `${debian}/.`, root));
  }
  if (!buildah.has(names.NODE_IMAGE)) {
    buildah.make(names.DEBIAN_IMAGE, names.NODE_IMAGE, (root) => {
      run('install', '-D', realpathSync(process.execPath), join(root, 'usr/local/bin/node'));
      const modules = join(root, 'usr/local/lib/node_modules');
      run('mkdir', '--parents', modules);
      run('cp', '--archive', '--dereference', npmFolder(), join(modules, 'npm'));
      for (const name of ['npm', 'npx'])
        run(
          'ln',
          '--symbolic',
          `../lib/node_modules/npm/bin/${name}-cli.js`,
          join(root, 'usr/local/bin', name),
        );
    });
  }
  return names;
}

/** Of the npm that is on the path: `bin/npm-cli.js` is in it. */
const npmFolder = () => resolve(realpathSync(output('which', 'npm')), '../..');
