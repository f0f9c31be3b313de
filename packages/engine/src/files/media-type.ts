/** What files of these types begin with, at these places. */
const signatures: readonly [mediaType: string, ...marks: [at: number, mark: string][]][] = [
  ['image/png', [0, '\x89PNG\r\n\x1a\n']],
  ['image/jpeg', [0, '\xff\xd8\xff']],
  ['image/gif', [0, 'GIF8']],
  ['image/webp', [0, 'RIFF'], [8, 'WEBP']],
  ['application/pdf', [0, '%PDF-']],
];
const form = /^[a-z]+\/[a-z0-9.+-]{1,100}$/;
const unknown = 'application/octet-stream';

/** By how a name ends, where whoever sends a file does not know its type. */
const endings: Readonly<Record<string, string>> = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  html: 'text/html',
  htm: 'text/html',
  md: 'text/markdown',
  csv: 'text/csv',
  json: 'application/json',
  txt: 'text/plain',
};
const vague: ReadonlySet<string> = new Set(['', unknown, 'application/zip', 'text/plain']);

/** The type of a file: by its bytes where these tell, else as whoever sends it says, or by its name. */
export function mediaTypeOf(bytes: Uint8Array, said: string, name = ''): string {
  const head = Buffer.from(bytes.subarray(0, 16)).toString('latin1');
  const found = signatures.find(([, ...marks]) =>
    marks.every(([at, mark]) => head.startsWith(mark, at)),
  )?.[0];
  if (found) return found;
  const told = said.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  const type = vague.has(told) && Object.hasOwn(endings, ending) ? (endings[ending] ?? told) : told;
  // What says that it is one of them and is not, would be drawn or read as such.
  return form.test(type) && !signatures.some(([mediaType]) => mediaType === type) ? type : unknown;
}
