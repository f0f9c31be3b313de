import type { Readable } from 'node:stream';
import { CadenceError } from '@cadence-agents/contracts';
import type { FastifyRequest } from 'fastify';

export interface ReceivedFile {
  name: string;
  mediaType: string;
  bytes: AsyncGenerator<Buffer>;
  /** Whether there was more than was taken; known once all bytes were read. */
  isCut: () => boolean;
}

/** The file of a form. A form that has none, is broken or breaks off is the sender's to mend. */
export async function receivedFile(
  request: FastifyRequest,
  mostBytes: number,
  /** How to send one. */
  hint: string,
): Promise<ReceivedFile> {
  const broken = (cause: unknown) =>
    new CadenceError('INPUT_INVALID', 'The form is broken, or breaks off in the middle.', { hint, cause });
  const part = await request.file({ limits: { fileSize: mostBytes } }).catch((cause: unknown) => {
    // Those with a code are the framework's own, which it knows how to tell.
    throw cause instanceof Error && 'code' in cause ? cause : broken(cause);
  });
  if (!part) throw new CadenceError('INPUT_INVALID', 'The form has no file.', { hint });
  return {
    name: part.filename,
    mediaType: part.mimetype,
    bytes: bytesOf(part.file, broken),
    isCut: () => part.file.truncated,
  };
}

async function* bytesOf(file: Readable, broken: (cause: unknown) => CadenceError): AsyncGenerator<Buffer> {
  try {
    yield* file;
  } catch (cause) {
    throw broken(cause);
  }
}
