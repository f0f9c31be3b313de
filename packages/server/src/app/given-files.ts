// Files that a client sends within its messages: their bytes, the address of them, or the id of a stored file.
import { createHash } from 'node:crypto';
import { CadenceError, type FilePart, type Part } from '@cadence-agents/contracts';
import type { Principal } from './access/principal.ts';
import type { AppContext } from './app-context.ts';
import type { ClientMessage, GivenFile, KeptMessage } from './client-messages.ts';
import { fileParts, uploadFile } from './files.ts';
import { invalidInput } from './invalid-input.ts';

type About = Omit<GivenFile, 'type' | 'from'>;
type Context = Pick<AppContext, 'store' | 'settings' | 'fetch'>;

const dataUrl = /^data:([^;,]*)(?:;[^;,]*)*;base64,/i;
const ownFile = /(?:^|\/)api\/v1\/files\/(file_[0-9a-f]{32})$/;

/** By an address: that of a file here, one that has the bytes in itself, or one to fetch them from. */
export function fileAt(url: string, about: About): GivenFile {
  const [head, type] = dataUrl.exec(url) ?? [];
  if (head !== undefined)
    return given({ base64: url.slice(head.length) }, { ...about, mediaType: type || about.mediaType });
  const own = ownFile.exec(url)?.[1];
  if (own !== undefined) return given({ fileId: own }, about);
  if (/^https?:\/\//i.test(url)) return given({ url }, about);
  throw refused(about, 'must be an address that begins with data:, https: or http:');
}

export const given = (from: GivenFile['from'], about: About): GivenFile => ({
  type: 'given',
  from,
  ...about,
});

/** What it is known by when it is sent again. */
export function fileDigest({ from }: GivenFile): string {
  const [said] = Object.values(from);
  return createHash('sha256')
    .update(said ?? '')
    .digest('base64url');
}

/** Characters of all messages of a request; a body that may have files in it can be longer. */
const MOST_WORDS = 4 * 2 ** 20;

/** The messages with their files stored. */
export async function keepFiles(
  context: Context,
  principal: Principal,
  messages: readonly ClientMessage[],
): Promise<KeptMessage[]> {
  const length = messages.reduce((sum, { content }) => sum + content.length, 0);
  if (length > MOST_WORDS)
    throw new CadenceError('BODY_TOO_LARGE', 'The request has more words than this server takes.', {
      hint: 'Send less at once, or a file.',
    });
  const kept: KeptMessage[] = [];
  // One after the other: each may be as large as a file may be.
  for (const { parts, ...message } of messages) {
    if (!parts) {
      kept.push(message);
      continue;
    }
    const stored: Part[] = [];
    for (const part of parts) {
      if (part.type === 'given') stored.push(await keepFile(context, principal, part));
      else stored.push(part);
    }
    kept.push({ ...message, parts: stored });
  }
  return kept;
}

async function keepFile(context: Context, principal: Principal, file: GivenFile): Promise<FilePart> {
  const { from, path, detail } = file;
  const id =
    'fileId' in from
      ? from.fileId
      : (await uploadFile(context, principal, (most) => received(context, file, most))).id;
  const [part] = await fileParts(context, principal, [{ id, path }]);
  if (!part) throw new CadenceError('INTERNAL', `The file "${id}" was not kept.`);
  return { ...part, ...(detail && { detail }) };
}

async function received({ fetch }: Context, file: GivenFile, most: number) {
  const { from, mediaType = '', name } = file;
  if ('base64' in from) {
    if (from.base64.length * 0.75 > most) throw tooLarge(file, most);
    const bytes = Buffer.from(from.base64, 'base64');
    if (bytes.length === 0) throw refused(file, 'has no bytes that can be read as base64');
    return { bytes, name: name ?? 'file', mediaType };
  }
  if (!('url' in from)) throw refused(file, 'is stored already');
  const { bytes, type } = await fetched(fetch, from.url, file);
  if (bytes.length > most) throw tooLarge(file, most);
  return { bytes, name: name ?? lastOf(from.url), mediaType: type || mediaType };
}

async function fetched(fetch: Context['fetch'], url: string, file: GivenFile) {
  try {
    const response = await fetch(url);
    if (!response.ok) throw refused(file, `was answered with ${response.status}`);
    const bytes = new Uint8Array(await response.arrayBuffer());
    return { bytes, type: response.headers.get('content-type') ?? '' };
  } catch (error) {
    const known = CadenceError.is(error);
    if (known && error.code === 'INPUT_INVALID') throw error;
    throw refused(file, `cannot be fetched: ${known ? error.message : 'the connection broke'}`);
  }
}

const lastOf = (url: string): string => URL.parse(url)?.pathname.split('/').findLast(Boolean) ?? 'file';

const tooLarge = (file: About, most: number) => refused(file, `is larger than ${most / 2 ** 20} MB`);

const refused = ({ path }: About, message: string): CadenceError => invalidInput([{ path, message }]);
