import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const fileName = 'service-worker.js';

/** Adds the service worker to the build, and tells it which files there are. */
export const serviceWorkerFile = (): Plugin => ({
  name: 'cadence-service-worker',
  apply: 'build',
  enforce: 'post',
  buildStart() {
    const id = fileURLToPath(new URL('src/service-worker/service-worker.ts', import.meta.url));
    this.emitFile({ type: 'chunk', id, fileName });
  },
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const worker = bundle[fileName];
      const page = bundle['index.html'];
      if (worker?.type !== 'chunk' || page?.type !== 'asset')
        this.error('The page or its worker was not built.');
      const built = Object.values(bundle).filter((file) => file.fileName.startsWith('assets/'));
      const entry = built.find((file) => file.type === 'chunk' && file.isEntry)?.fileName;
      const files = built.map((file) => `/${file.fileName}`).toSorted();
      const version = createHash('sha256').update(page.source).update(files.join('\n')).digest('hex');
      worker.code = `const BUILT=${JSON.stringify({ version, entry, files })};${worker.code}`;
    },
  },
});
