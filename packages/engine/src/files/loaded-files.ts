// The files that messages refer to, as models are shown them. They are known by their part, which never changes, so that
// what was loaded for one call is there for the next.
import {
  contentOf,
  type FilePart,
  type FileText,
  filesOf,
  type Message,
  type Part,
} from '@cadence-agents/contracts';
import { fileKind, PDF } from './file-kind.ts';

/** A picture or a PDF as its bytes, all else as text, and words in place of what cannot be shown. */
export type LoadedFile =
  | {
      type: 'image' | 'document';
      mediaType: string;
      name: string;
      base64: string;
      detail?: FilePart['detail'];
      /** In its place, for a model that does not take it. */
      text: string;
    }
  | { type: 'text'; text: string };

/** Where files are read. */
export interface FileSource {
  fileOf: (fileId: string) => Promise<Uint8Array | undefined>;
  /** What a document says. */
  fileTextOf: (fileId: string) => Promise<FileText | undefined>;
}

const loaded = new WeakMap<FilePart, LoadedFile>();

/** Bytes of a text that a model is shown. */
export const MOST_TEXT = 100_000;

/** Loads what the messages refer to. Costs nothing where none has a file. */
export async function loadFiles(messages: readonly Message[], source: FileSource): Promise<void> {
  for (const message of messages) {
    if (message.parts === undefined) continue;
    for (const part of filesOf(message)) {
      if (!loaded.has(part)) loaded.set(part, await load(part, source));
    }
  }
}

export const isLoaded = (part: FilePart): boolean => loaded.has(part);

/** A file as it was loaded; words where it was not. */
export const loadedFile = (part: FilePart): LoadedFile => loaded.get(part) ?? gone(part);

/** The files of a message, in order. */
export const loadedFiles = (message: Message): LoadedFile[] =>
  message.parts === undefined ? [] : filesOf(message).map(loadedFile);

const asText = new WeakMap<Message, Message>();

/** The message with what its files say among its words, where it can be cut short; pictures stay. */
export function withFilesAsText(message: Message): Message {
  if (!message.parts?.some(hasText)) return message;
  const known = asText.get(message);
  if (known) return known;
  const told = withFilesTold(message, hasText);
  asText.set(message, told);
  return told;
}

/** The message with these of its files told in words. */
export function withFilesTold(message: Message, isTold: (part: FilePart) => boolean): Message {
  const { parts = [], ...rest } = message;
  return {
    ...rest,
    ...contentOf(
      parts.map((part) =>
        part.type === 'file' && isTold(part) ? { type: 'text', text: loadedFile(part).text } : part,
      ),
    ),
  };
}

const hasText = (part: Part): boolean => part.type === 'file' && fileKind(part.mediaType) !== 'image';

const nameOf = ({ name = 'file' }: FilePart): string => `"${name}"`;

const gone = (part: FilePart): LoadedFile => ({
  type: 'text',
  text: `[The file ${nameOf(part)} is not there any more.]`,
});

async function load(part: FilePart, { fileOf, fileTextOf }: FileSource): Promise<LoadedFile> {
  const { mediaType, name = 'file', size, detail, fileId } = part;
  const kind = fileKind(mediaType);
  if (!kind)
    return { type: 'text', text: `[The file "${name}" (${mediaType}, ${size} bytes) cannot be shown.]` };
  const text = kind === 'document' ? documentText(part, await fileTextOf(fileId)) : '';
  if (kind === 'document' && mediaType !== PDF) return { type: 'text', text };
  const bytes = await fileOf(fileId);
  if (!bytes) return gone(part);
  if (kind === 'text') return { type: 'text', text: plainText(part, bytes) };
  const base64 = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
  const unseen = kind === 'image' ? `[The picture "${name}" is left out: you cannot see pictures.]` : text;
  return { type: kind, mediaType, name, base64, text: unseen, ...(detail && { detail }) };
}

function plainText(part: FilePart, bytes: Uint8Array): string {
  const text = new TextDecoder().decode(bytes.subarray(0, MOST_TEXT));
  const rest = bytes.length > MOST_TEXT ? `\n[The rest of its ${part.size} bytes is left out.]` : '';
  return `The file ${nameOf(part)}:\n${text}${rest}`;
}

function documentText(part: FilePart, read: FileText | undefined): string {
  if (!read) return `[The file ${nameOf(part)} cannot be read here.]`;
  return 'text' in read
    ? `The text of the file ${nameOf(part)}:\n${read.text}`
    : `[The file ${nameOf(part)} cannot be read: ${read.problem}.]`;
}
