// `npm run image -- [options]`: builds the Dockerfile with Buildah, and tries what came of it. As root, on Linux.
//   --debootstrap          builds on a Debian made here, instead of images from a registry
//   --npmrc FILE           npm's configuration while it builds
//   --certificates FILE    certificates that are trusted while it builds
//   --work FOLDER          keeps images there, for the next time
//   --tag NAME             the image's name, "localhost/cadence" by default
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { published } from '@cadence-agents/contracts';
import { root } from '../pack/published.ts';
import { openBuildah } from './buildah.ts';
import { run } from './command.ts';
import { makeBases } from './debian-base.ts';

const { values: options } = parseArgs({
  options: {
    debootstrap: { type: 'boolean', default: false },
    npmrc: { type: 'string' },
    certificates: { type: 'string' },
    work: { type: 'string' },
    tag: { type: 'string', default: published.image },
  },
});

const folder =
  options.work === undefined ? mkdtempSync(join(tmpdir(), 'cadence-image-')) : resolve(options.work);
mkdirSync(folder, { recursive: true });
const buildah = openBuildah(folder);
const image = options.tag;

function timed(what: string, work: () => void): void {
  const start = performance.now();
  work();
  console.log(`${what}: ${((performance.now() - start) / 1000).toFixed(0)} s`);
}

try {
  const args: string[] = [];
  if (options.debootstrap)
    timed('bases', () => {
      for (const [name, value] of Object.entries(makeBases(buildah, folder)))
        args.push('--build-arg', `${name}=${value}`);
    });
  if (options.npmrc !== undefined) args.push('--secret', `id=npmrc,src=${resolve(options.npmrc)}`);
  if (options.certificates !== undefined) {
    const file = realpathSync(options.certificates);
    args.push('--volume', `${file}:${file}:ro`);
  }
  timed('built', () => buildah.build(image, root, args));
  const config = JSON.stringify(buildah.config(image));
  await buildah.withFiles(image, async (files) => {
    // In a network of its own, where an address of all interfaces is one of nobody else.
    const check = join(import.meta.dirname, 'check-image.ts');
    const inside = 'ip link set lo up && exec "$@"';
    run('unshare', '--net', 'sh', '-c', inside, 'sh', process.execPath, check, files, config);
  });
} finally {
  buildah.close();
  if (options.work === undefined) rmSync(folder, { recursive: true, force: true });
}
