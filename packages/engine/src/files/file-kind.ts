/** What models make of a file: they see pictures, read documents, and text is text. */
export type FileKind = 'image' | 'document' | 'text';

const pictures: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);
const texts = /^(?:text\/.+|application\/(?:json|xml|yaml|.+\+(?:json|xml)))$/;

export const PDF = 'application/pdf';

/** Whether its bytes are text as they are. */
export const isText = (mediaType: string): boolean => texts.test(mediaType);

/** `undefined` for what no model can be shown. */
export function fileKind(mediaType: string): FileKind | undefined {
  if (pictures.has(mediaType)) return 'image';
  if (mediaType === PDF) return 'document';
  return isText(mediaType) ? 'text' : undefined;
}
