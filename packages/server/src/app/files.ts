import {
  CadenceError,
  type FilePart,
  type FileRecord,
  filesOf,
  type MessageUpdate,
} from '@cadence-agents/contracts';
import { fileKind, mediaTypeOf } from '@cadence-agents/engine';

import { audited } from './access/audited.ts';
import { authorize } from './access/authorize.ts';
import { ownerOf, type Principal } from './access/principal.ts';
import { seesConversation } from './access/reach.ts';
import type { AppContext } from './app-context.ts';
import { invalidInput } from './invalid-input.ts';

type Reading = Pick<AppContext, 'store'>;

export interface UploadedFile {
  bytes: Uint8Array;
  name: string;
  /** As the sender says. */
  mediaType: string;
}

/** Stores a file; `receive` gets it, up to so many bytes. */
export async function uploadFile(
  { store, settings }: Reading & Pick<AppContext, 'settings'>,
  principal: Principal,
  receive: (mostBytes: number) => Promise<UploadedFile>,
): Promise<FileRecord> {
  authorize(principal, 'file.upload');
  const { bytes, name, mediaType } = await receive(settings.maxFileMb * 2 ** 20);
  return store.files.put({
    ...ownerOf(principal),
    bytes,
    name,
    mediaType: mediaTypeOf(bytes, mediaType, name),
  });
}

/** A file that the principal may see: its own, or one in a conversation that it sees. */
export async function findFile(context: Reading, principal: Principal, id: string): Promise<FileRecord> {
  authorize(principal, 'file.read');
  const file = await context.store.files.get(principal.tenantId, id);
  if (file && (await sees(context, principal, file))) return file;
  throw fileNotFound(id);
}

export async function readFile(
  context: Reading,
  principal: Principal,
  id: string,
): Promise<{ file: FileRecord; bytes: Uint8Array }> {
  const file = await findFile(context, principal, id);
  const bytes = await context.store.files.read(file.tenantId, id);
  if (bytes) return { file, bytes };
  throw fileNotFound(id);
}

export function deleteFile(
  context: Reading & Pick<AppContext, 'log'>,
  principal: Principal,
  id: string,
): Promise<void> {
  return audited(context, principal, 'file.delete', id, async () => {
    await findFile(context, principal, id);
    await context.store.files.delete(principal.tenantId, id);
  });
}

/** The files as parts of a message, as they are known here, whatever the sender says of them. */
export function fileParts(
  context: Reading,
  principal: Principal,
  files: readonly { id: string; path: string }[],
): Promise<FilePart[]> {
  return Promise.all(
    files.map(async ({ id, path }) => {
      const { name, mediaType, size } = await findFile(context, principal, id);
      if (!fileKind(mediaType)) {
        const message = `"${name}" is ${mediaType}, which no model can read`;
        throw invalidInput([{ path, message }]);
      }
      return { type: 'file' as const, fileId: id, mediaType, name, size };
    }),
  );
}

/** Keeps the files of messages that were added to a conversation for as long as it is there. */
export async function useFilesOf(
  { files }: Pick<AppContext['store'], 'files'>,
  { tenantId }: Principal,
  conversationId: string,
  messages: readonly MessageUpdate[],
): Promise<void> {
  const ids = messages.flatMap((message) =>
    message.role === 'remove' ? [] : filesOf(message).map(({ fileId }) => fileId),
  );
  if (ids.length > 0) await files.use(tenantId, conversationId, ids);
}

/** As many of its conversations are looked at. */
const MOST_USES = 20;

async function sees({ store }: Reading, principal: Principal, file: FileRecord): Promise<boolean> {
  const isOwn = principal.userId === null || file.ownerId === principal.userId;
  if (isOwn && principal.scopes === null) return true;
  const used = await store.files.usedIn(file.id, MOST_USES);
  if (isOwn && used.length === 0) return true;
  for (const conversationId of used) {
    const conversation = await store.conversations.get(principal.tenantId, conversationId);
    if (conversation && seesConversation(principal, conversation)) return true;
  }
  return false;
}

function fileNotFound(id: string): CadenceError {
  return new CadenceError('FILE_NOT_FOUND', `There is no file "${id}".`, {
    hint: 'Upload it again: a file that no message has is kept for a day.',
  });
}
