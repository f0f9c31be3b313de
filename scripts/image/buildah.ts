// Buildah, which builds images without a daemon, with a store of images of its own.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { z } from 'zod';
import { output, run } from './command.ts';

/** What an image says about how it is to be run. */
export const imageConfigSchema = z.object({
  User: z.string(),
  Env: z.array(z.string()),
  Entrypoint: z.array(z.string()),
  Cmd: z.array(z.string()),
  WorkingDir: z.string(),
  Volumes: z.object({ '/data': z.object({}) }),
  Healthcheck: z.object({ Test: z.tuple([z.literal('CMD')], z.string()) }),
});
export type ImageConfig = z.infer<typeof imageConfigSchema>;

const inspectedSchema = z.object({ Docker: z.object({ config: imageConfigSchema }) });

export interface Buildah {
  has(image: string): boolean;
  /** Makes an image of another one, by changing its files. */
  make(from: string, image: string, change: (root: string) => void): void;
  build(image: string, context: string, options: readonly string[]): void;
  config(image: string): ImageConfig;
  /** Hands over the folder with the files of an image; it is gone afterwards. */
  withFiles<T>(image: string, use: (root: string) => Promise<T>): Promise<T>;
  /** Afterwards its folder can be removed. */
  close(): void;
}

export function openBuildah(folder: string): Buildah {
  const store = ['--root', join(folder, 'images'), '--runroot', join(folder, 'run')];
  const buildah = (...args: string[]) => output('buildah', ...store, ...args);
  const remove = (container: string) => void buildah('rm', container);
  return {
    has: (image) => spawnSync('buildah', [...store, 'inspect', '--type', 'image', image]).status === 0,
    make(from, image, change) {
      const container = buildah('from', '--pull-never', from);
      try {
        change(buildah('mount', container));
        buildah('commit', '--quiet', '--format', 'docker', container, image);
      } finally {
        remove(container);
      }
    },
    build(image, context, options) {
      // Only Docker's own format has a health check.
      const how = ['--layers', '--isolation', 'chroot', '--format', 'docker', '--tag', image];
      run('buildah', ...store, 'build', ...how, ...options, context);
    },
    config: (image) =>
      inspectedSchema.parse(JSON.parse(buildah('inspect', '--type', 'image', image))).Docker.config,
    async withFiles(image, use) {
      const container = buildah('from', '--pull-never', image);
      try {
        return await use(buildah('mount', container));
      } finally {
        remove(container);
      }
    },
    // What a build that failed has left mounted.
    close: () => void spawnSync('umount', ['--recursive', join(folder, 'images/overlay')]),
  };
}
