const unknown = 'application/octet-stream';

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
