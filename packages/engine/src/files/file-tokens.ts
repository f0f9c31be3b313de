// How much of a window files take. What a document says is known once it is loaded; until then it is guessed by its size.
import { estimateTokens, type FilePart, filesOf, type Message } from '@cadence-agents/contracts';
import { fileKind } from './file-kind.ts';
import { isLoaded, loadedFile, MOST_TEXT } from './loaded-files.ts';

/** What the dearest provider counts for a picture of the largest size that it does not shrink. */
const PICTURE = 1_600;
/** Words that are put around a text. */
const AROUND = 500;

const ofText = new WeakMap<FilePart, number>();

/** Whether all that it refers to is loaded, so that its tokens will not be others. */
export const isSettled = (message: Message): boolean =>
  message.parts === undefined || filesOf(message).every(isLoaded);

export const fileTokens = (message: Message): number =>
  message.parts === undefined ? 0 : filesOf(message).reduce((sum, part) => sum + tokensOf(part), 0);

/** No file of it has more. */
export const mostFileTokens = (message: Message): number =>
  message.parts === undefined ? 0 : filesOf(message).reduce((sum, part) => sum + mostOf(part), 0);

function tokensOf(part: FilePart): number {
  if (fileKind(part.mediaType) === 'image') return PICTURE;
  const known = ofText.get(part);
  if (known !== undefined) return known;
  if (!isLoaded(part)) return Math.ceil(Math.min(part.size, MOST_TEXT) / 4);
  const tokens = estimateTokens(loadedFile(part).text);
  ofText.set(part, tokens);
  return tokens;
}

function mostOf({ mediaType, size }: FilePart): number {
  const kind = fileKind(mediaType);
  if (kind === 'image') return PICTURE;
  return (kind === 'text' ? Math.min(size, MOST_TEXT) : MOST_TEXT) + AROUND;
}
