/** What models make of a file: they see pictures, read documents, and text is text. */
export type FileKind = 'image' | 'document' | 'text';

export const PDF = 'application/pdf';
const OFFICE = 'application/vnd.openxmlformats-officedocument';

const pictures: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);
const documents: ReadonlySet<string> = new Set([
  PDF,
  `${OFFICE}.wordprocessingml.document`,
  `${OFFICE}.spreadsheetml.sheet`,
  `${OFFICE}.presentationml.presentation`,
  'text/html',
  'application/xhtml+xml',
]);
const texts = /^(?:text\/.+|application\/(?:json|xml|yaml|.+\+(?:json|xml)))$/;

/** Whether its bytes are text as they are. */
export const isText = (mediaType: string): boolean => texts.test(mediaType);

/** `undefined` for what no model can be shown. */
export function fileKind(mediaType: string): FileKind | undefined {
  if (pictures.has(mediaType)) return 'image';
  if (documents.has(mediaType)) return 'document';
  return isText(mediaType) ? 'text' : undefined;
}
