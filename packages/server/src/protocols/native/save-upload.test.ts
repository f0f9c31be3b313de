import { expect, it } from 'vitest';
import { startServer } from '../../http/server.fixture.ts';

const uploads = { CADENCE_ENABLE_UPLOADS: 'true' };
const part = 'Content-Disposition: form-data; name="file"; filename="p-1.0.0.tgz"';

it.each([
  ['breaks off before the file', '; boundary=b', `--b\r\n${part}\r\n\r\n`],
  ['breaks off in the middle of it', '; boundary=b', `--b\r\n${part}\r\n\r\nhalf an arch`],
  ['does not say where its parts end', '', `--b\r\n${part}\r\n\r\nan archive\r\n--b--\r\n`],
])('refuses a form that %s', async (_, boundary, body) => {
  const { url } = await startServer(uploads);
  const headers = { 'content-type': `multipart/form-data${boundary}` };
  const response = await fetch(`${url}/api/v1/plugins`, { method: 'POST', headers, body });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ error: { code: 'INPUT_INVALID' } });
});

it('refuses an archive that would be too large to unpack, by the same limit', async () => {
  const { url } = await startServer(uploads);
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(20 * 2 ** 20 + 1)]), 'p-1.0.0.tgz');
  const response = await fetch(`${url}/api/v1/plugins`, { method: 'POST', body: form });
  expect(response.status).toBe(413);
  expect(await response.json()).toMatchObject({ error: { code: 'BODY_TOO_LARGE' } });
});
