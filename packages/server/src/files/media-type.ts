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

/** Types that a browser may show at this server's own address: they carry no script. */
const shown: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'text/plain',
]);

/** Headers under which bytes that a stranger chose do nothing but be what they are. */
export function fileHeaders(mediaType: string, name: string): Record<string, string> {
  const kind = shown.has(mediaType) ? 'inline' : 'attachment';
  return {
    'content-type': shown.has(mediaType)
      ? `${mediaType}${mediaType === 'text/plain' ? '; charset=utf-8' : ''}`
      : unknown,
    'content-disposition': `${kind}; filename*=UTF-8''${encodeURIComponent(name.toWellFormed())}`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'private, max-age=31536000, immutable',
  };
}
