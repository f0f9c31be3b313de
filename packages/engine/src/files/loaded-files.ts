// The files that messages refer to, as models are shown them. They are known by their part, which never changes, so that
// what was loaded for one call is there for the next.
import { type FilePart, filesOf, type Message } from '@cadence/contracts';
import { fileKind } from './file-kind.ts';

/** A picture or a PDF as its bytes, what is text as text, and words in place of one that cannot be shown. */
export type LoadedFile =
  | {
      type: 'image' | 'document';
      mediaType: string;
      name: string;
      base64: string;
      detail?: FilePart['detail'];
    }
  | { type: 'text'; text: string };

const loaded = new WeakMap<FilePart, LoadedFile>();

/** Bytes of a text that a model is shown. */
const MOST_TEXT = 100_000;

/** Loads what the messages refer to. Costs nothing where none has a file. */
export async function loadFiles(
  messages: readonly Message[],
  read: (fileId: string) => Promise<Uint8Array | undefined>,
): Promise<void> {
  for (const message of messages) {
    if (message.parts === undefined) continue;
    for (const part of filesOf(message)) {
      if (!loaded.has(part)) loaded.set(part, toLoaded(part, await read(part.fileId)));
    }
  }
}

/** The files of a message, in order; none where they were not loaded. */
export function loadedFiles(message: Message): LoadedFile[] {
  if (message.parts === undefined) return [];
  return filesOf(message).map((part) => loaded.get(part) ?? toLoaded(part, undefined));
}

function toLoaded(part: FilePart, bytes: Uint8Array | undefined): LoadedFile {
  const { mediaType, name = 'file', size, detail } = part;
  if (!bytes) return { type: 'text', text: `[The file "${name}" is not there any more.]` };
  const kind = fileKind(mediaType);
  if (kind === 'text') {
    const text = new TextDecoder().decode(bytes.subarray(0, MOST_TEXT));
    const rest = bytes.length > MOST_TEXT ? `\n[The rest of its ${size} bytes is left out.]` : '';
    return { type: 'text', text: `The file "${name}":\n${text}${rest}` };
  }
  if (!kind)
    return { type: 'text', text: `[The file "${name}" (${mediaType}, ${size} bytes) cannot be shown.]` };
  const base64 = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
  return { type: kind, mediaType, name, base64, ...(detail && { detail }) };
}
