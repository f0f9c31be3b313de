import { createWriteStream } from 'node:fs';
import { basename, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CadenceError } from '@cadence/contracts';
import type { FastifyRequest } from 'fastify';

/** The archive of the form, written to a folder that nobody else uses. */
export async function saveUpload(
  request: FastifyRequest,
  folder: string,
  mostBytes: number,
): Promise<{ path: string; name: string }> {
  const file = await request.file({ limits: { fileSize: mostBytes } }).catch((cause: unknown) => {
    // Those with a code are the framework's own, which it knows how to tell.
    throw cause instanceof Error && 'code' in cause ? cause : brokenForm(cause);
  });
  if (!file) {
    throw new CadenceError('INPUT_INVALID', 'The form has no file.', {
      hint: 'Send it as: curl -F file=@plugin.tgz',
    });
  }
  const extension = /\.(?:tgz|tar\.gz|zip)$/i.exec(basename(file.filename))?.[0];
  if (extension === undefined) {
    throw new CadenceError('PLUGIN_INVALID', `"${file.filename.slice(0, 100)}" is no .tgz or .zip.`, {
      hint: 'Pack the folder of the plugin with: npm pack',
    });
  }
  const path = join(folder, `upload${extension.toLowerCase()}`);
  await pipeline(received(file.file), createWriteStream(path));
  if (file.file.truncated) {
    throw new CadenceError('BODY_TOO_LARGE', 'The archive is larger than this server takes.', {
      hint: 'Leave out what the plugin does not need, such as node_modules.',
    });
  }
  return { path, name: basename(file.filename).slice(0, 100) };
}

/** What comes of the file; a form that breaks off is the sender's to mend. */
async function* received(file: Readable): AsyncGenerator<Buffer> {
  try {
    yield* file;
  } catch (cause) {
    throw brokenForm(cause);
  }
}

function brokenForm(cause: unknown): CadenceError {
  return new CadenceError('INPUT_INVALID', 'The form is broken, or breaks off in the middle.', {
    hint: 'Send it as: curl -F file=@plugin.tgz',
    cause,
  });
}
