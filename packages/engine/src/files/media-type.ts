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

/** The type of a file: by its bytes where these tell, else as whoever sends it says. */
export function mediaTypeOf(bytes: Uint8Array, said: string): string {
  const head = Buffer.from(bytes.subarray(0, 16)).toString('latin1');
  const found = signatures.find(([, ...marks]) =>
    marks.every(([at, mark]) => head.startsWith(mark, at)),
  )?.[0];
  if (found) return found;
  const type = said.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  // What says that it is one of them and is not, would be drawn or read as such.
  return form.test(type) && !signatures.some(([mediaType]) => mediaType === type) ? type : unknown;
}
