import { CadenceError } from '@cadence-agents/contracts';

/** Where the archive keeps its objects: a folder, or a bucket of an S3-compatible store. */
export interface ObjectStore {
  /** Where that is, for messages. */
  readonly place: string;
  /** In the place of one of this name, if there is one. It is safe there when the promise resolves. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** `undefined` when there is none. Throws `ARCHIVE_AWAY` for one larger than that. */
  get(name: string, maxBytes: number): Promise<Uint8Array | undefined>;
  /** One that is not there is gone already. */
  delete(name: string): Promise<void>;
  close(): Promise<void>;
}

/** Objects lie in 256 folders, by the first letters of their names, which are random. */
export const pathOf = (name: string): string => `${name.slice(0, 2)}/${name}.jsonl.gz`;

export function archiveAway(message: string, cause?: unknown): CadenceError {
  return new CadenceError('ARCHIVE_AWAY', message, {
    hint: 'Check CADENCE_ARCHIVE_URL and, of S3, the AWS_… variables; what is in the database is there as ever.',
    cause,
  });
}

/** Where there are archived runs and nobody says where. */
export const noArchive: ObjectStore = {
  place: 'nowhere',
  put: refuse,
  get: refuse,
  delete: refuse,
  close: async () => {},
};

async function refuse(): Promise<never> {
  throw archiveAway('Part of this was moved to an archive, and none is set.');
}
