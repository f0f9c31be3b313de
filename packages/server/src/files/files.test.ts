import { expect, it } from 'vitest';
import { adminKey, startLastingServer, startServer } from '../http/server.fixture.ts';

const server = startLastingServer({ CADENCE_MAX_FILE_MB: '0.001' });
const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.from([1, 2, 3])]);
const attach = (bytes: Buffer<ArrayBuffer> | string, name: string, type = '') =>
  server.current.client.attach(new Blob([bytes], { type }), name);
const fetched = (id: string) => fetch(`${server.current.url}/api/v1/files/${id}`);

it('gives bytes back as they came, and knows the same again', async () => {
  const made = await attach(png, 'ü/x.png', 'image/png');
  expect(made).toMatchObject({ mediaType: 'image/png', size: 11, name: 'x.png' });
  const response = await fetched(made.id);
  expect(Buffer.from(await response.arrayBuffer())).toEqual(png);
  expect(response.headers.get('content-type')).toBe('image/png');
  expect((await attach(png, 'again.png')).id).toBe(made.id);
});

it.each([
  ['a page', '<script>alert(1)</script>', 'text/html'],
  ['a drawing', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', 'image/svg+xml'],
  ['a page that says it is a picture', '<script>alert(2)</script>', 'image/png'],
])('has %s downloaded, never shown', async (_, text, type) => {
  const { id, mediaType } = await attach(text, 'x', type);
  expect(mediaType).toBe(type === 'image/png' ? 'application/octet-stream' : type);
  const { headers } = await fetched(id);
  expect(headers.get('content-type')).toBe('application/octet-stream');
  expect(headers.get('content-disposition')).toMatch(/^attachment/);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('content-security-policy')).toContain('sandbox');
});

it('refuses what is too large, and a form without a file', async () => {
  await expect(attach(Buffer.alloc(2_000), 'large.bin')).rejects.toMatchObject({ code: 'BODY_TOO_LARGE' });
  const body = new FormData();
  body.set('name', 'no file');
  const response = await fetch(`${server.current.url}/api/v1/files`, { method: 'POST', body });
  expect(await response.json()).toMatchObject({ error: { code: 'INPUT_INVALID' } });
});

it('is a part of the message that it is sent with, and of nobody else', async () => {
  const own = await startServer({ CADENCE_ADMIN_KEY: adminKey });
  const clientOf = async (userId: string) =>
    own.as((await own.client.createKey({ body: { role: 'operator', userId } })).key);
  const [ann, bob] = [await clientOf('ann'), await clientOf('bob')];
  const file = await ann.attach(new Blob([png]), 'x.png');
  const message = { message: 'What is 2 + 2?', files: [file.id] };
  const run = await ann.sendMessage({ params: { id: 'c' }, body: message });
  const part = { type: 'file', fileId: file.id, mediaType: 'image/png', name: 'x.png', size: 11 };
  expect(run.inputParts).toEqual([{ type: 'text', text: 'What is 2 + 2?' }, part]);
  const { items } = await ann.listMessages({ params: { id: 'c' }, query: {} });
  expect(items[0]).toMatchObject({ role: 'user', parts: [{ type: 'text' }, part] });
  await expect(bob.describeFile({ params: { id: file.id } })).rejects.toMatchObject({
    code: 'FILE_NOT_FOUND',
  });
  await expect(bob.sendMessage({ params: { id: 'd' }, body: message })).rejects.toMatchObject({
    code: 'FILE_NOT_FOUND',
  });
  await ann.deleteConversation({ params: { id: 'c' } });
  await own.cadence.store.tend();
  await expect(ann.describeFile({ params: { id: file.id } })).rejects.toMatchObject({
    code: 'FILE_NOT_FOUND',
  });
});

it('refuses to send what no model can read', async () => {
  const { id } = await attach('PK', 'x.zip', 'application/zip');
  const body = { message: 'Look', files: [id] };
  await expect(server.current.client.sendMessage({ params: { id: 'z' }, body })).rejects.toMatchObject({
    code: 'INPUT_INVALID',
    message: expect.stringContaining('application/zip'),
  });
});
