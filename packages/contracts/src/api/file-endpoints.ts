import { z } from 'zod';
import { MOST_FILES } from '../run/message-content.ts';
import { endpoint, idParams, noContent, pathIdSchema } from './endpoint.ts';

const tag = 'Files';

const fileSchema = z
  .object({
    id: z.string(),
    ownerId: z.string(),
    /** SHA-256 of its bytes, in hexadecimal. */
    hash: z.string(),
    name: z.string(),
    mediaType: z.string(),
    /** In bytes. */
    size: z.number().int(),
    createdAt: z.string(),
  })
  .meta({ id: 'StoredFile' });
export type ApiFile = z.infer<typeof fileSchema>;

export const attachedFilesSchema = z.array(pathIdSchema).max(MOST_FILES).default([]);

export const fileEndpoints = {
  uploadFile: endpoint({
    method: 'POST',
    path: '/api/v1/files',
    tag,
    summary: 'Store a file, to send with a message',
    description:
      'A form with one file. The same bytes again are the same file. It goes when no conversation uses it any more, or after a day if none ever did.',
    action: 'file.upload',
    multipart: true,
    status: 201,
    reply: fileSchema,
    errors: ['BODY_TOO_LARGE', 'BODY_UNSUPPORTED', 'VALUE_NOT_STORABLE'],
  }),
  getFile: endpoint({
    method: 'GET',
    path: '/api/v1/files/:id',
    tag,
    summary: 'The bytes of a file',
    action: 'file.read',
    params: idParams,
    status: 200,
    reply: z.string(),
    text: true,
    errors: ['FILE_NOT_FOUND'],
  }),
  describeFile: endpoint({
    method: 'GET',
    path: '/api/v1/files/:id/about',
    tag,
    summary: 'What is known of a file',
    action: 'file.read',
    params: idParams,
    status: 200,
    reply: fileSchema,
    errors: ['FILE_NOT_FOUND'],
  }),
  deleteFile: endpoint({
    method: 'DELETE',
    path: '/api/v1/files/:id',
    tag,
    summary: 'Remove a file, also from the messages that have it',
    action: 'file.delete',
    params: idParams,
    status: 204,
    reply: noContent,
    errors: ['FILE_NOT_FOUND'],
  }),
};
