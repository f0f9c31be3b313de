import { CadenceError, endpoints } from '@cadence-agents/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { deleteFile, findFile, readFile, type UploadedFile, uploadFile } from '../../app/files.ts';
import { fileHeaders } from '../../files/file-headers.ts';
import type { ApiContext } from '../../http/api-context.ts';
import { implement } from '../../http/implement.ts';
import { receivedFile } from './received-file.ts';

export function addFileRoutes(app: FastifyInstance, { app: context }: ApiContext): void {
  implement(app, endpoints.uploadFile, (_, request) =>
    uploadFile(context, request.principal, (mostBytes) => receive(request, mostBytes)),
  );
  implement(app, endpoints.getFile, async ({ params }, { principal }, reply) => {
    const { file, bytes } = await readFile(context, principal, params.id);
    return reply
      .headers(fileHeaders(file.mediaType, file.name))
      .header('etag', `"${file.hash}"`)
      .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  });
  implement(app, endpoints.describeFile, ({ params }, { principal }) =>
    findFile(context, principal, params.id),
  );
  implement(app, endpoints.deleteFile, ({ params }, { principal }) =>
    deleteFile(context, principal, params.id),
  );
}

async function receive(request: FastifyRequest, mostBytes: number): Promise<UploadedFile> {
  const file = await receivedFile(request, mostBytes, 'Send it as: curl -F file=@picture.png');
  const bytes = Buffer.concat(await Array.fromAsync(file.bytes));
  if (file.isCut()) {
    throw new CadenceError('BODY_TOO_LARGE', 'The file is larger than this server takes.', {
      hint: 'Send a smaller one, or raise CADENCE_MAX_FILE_MB.',
    });
  }
  const name = file.name
    .toWellFormed()
    .replaceAll(/[\p{Cc}/\\]/gu, '_')
    .slice(0, 200);
  return { bytes, name: name === '' ? 'file' : name, mediaType: file.mediaType };
}
