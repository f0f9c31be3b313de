import { CadenceError } from '@cadence-agents/contracts';
import { folderObjects } from './folder-objects.ts';
import { noArchive, type ObjectStore } from './object-store.ts';
import { type S3Access, s3Objects } from './s3-objects.ts';

export interface ArchiveOptions {
  /** A folder, or as `s3://bucket/prefix`. */
  url: string;
  /** How to get at the bucket; for a folder it is not asked for. */
  s3?: () => S3Access;
}

export function openObjects(options: ArchiveOptions | undefined): ObjectStore {
  if (!options) return noArchive;
  const { url, s3 } = options;
  if (!url.startsWith('s3:')) return folderObjects(url);
  const [, bucket, prefix = ''] = /^s3:\/\/([^/]+)\/?(.*?)\/*$/.exec(url) ?? [];
  if (bucket !== undefined && s3) return s3Objects(bucket, prefix, s3());
  throw new CadenceError('SETTING_INVALID', `"${url}" names no bucket.`, {
    hint: 'Write it as s3://bucket/prefix, or give a folder.',
  });
}
