import { createWriteStream } from 'node:fs';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { CadenceError } from '@cadence-agents/contracts';
import type { FastifyRequest } from 'fastify';
import { receivedFile } from './received-file.ts';

/** The archive of the form, written to a folder that nobody else uses. */
export async function saveUpload(
  request: FastifyRequest,
  folder: string,
  mostBytes: number,
): Promise<{ path: string; name: string }> {
  const file = await receivedFile(request, mostBytes, 'Send it as: curl -F file=@plugin.tgz');
  const extension = /\.(?:tgz|tar\.gz|zip)$/i.exec(basename(file.name))?.[0];
  if (extension === undefined) {
    throw new CadenceError('PLUGIN_INVALID', `"${file.name.slice(0, 100)}" is no .tgz or .zip.`, {
      hint: 'Pack the folder of the plugin with: npm pack',
    });
  }
  const path = join(folder, `upload${extension.toLowerCase()}`);
  await pipeline(file.bytes, createWriteStream(path));
  if (file.isCut()) {
    throw new CadenceError('BODY_TOO_LARGE', 'The archive is larger than this server takes.', {
      hint: 'Leave out what the plugin does not need, such as node_modules.',
    });
  }
  return { path, name: basename(file.name).slice(0, 100) };
}
