import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { type S3Access, s3Objects } from './s3-objects.ts';
import { type S3Server, s3Keys, startS3 } from './s3-server.fixture.ts';

let server: S3Server;
beforeEach(async () => {
  server = await startS3('bucket');
  onTestFinished(() => server.stop());
});

const open = (changes: Partial<S3Access> = {}, bucket = 'bucket') =>
  s3Objects(bucket, 'a/prefix', {
    ...{
      endpoint: server.endpoint,
      bucketInHost: false,
      ...s3Keys,
      fetch,
      close: async () => {},
      ...changes,
    },
  });
const name = '0123456789abcdef';
const bytes = Buffer.from('an object \u0000 of bytes');

it('puts, gets and deletes, under a prefix', async () => {
  const objects = open();
  expect(await objects.get(name, 1_000)).toBeUndefined();
  await objects.put(name, bytes);
  expect([...server.objects.keys()]).toEqual([`/bucket/a/prefix/01/${name}.jsonl.gz`]);
  expect(Buffer.from((await objects.get(name, 1_000)) ?? [])).toEqual(bytes);
  await objects.delete(name);
  await objects.delete(name);
  expect(server.objects.size).toBe(0);
});

it('sends a token of a session, signed', async () => {
  await open({ sessionToken: 'for an hour' }).put(name, bytes);
  expect(server.objects.size).toBe(1);
});

it('tries again what may pass, and tells what does not without its key', async () => {
  server.failures.push(503, 429, 500);
  await open().put(name, bytes);
  expect(server.requests).toHaveLength(4);
  server.failures.push(500, 500, 500, 500);
  await expect(open().get(name, 1_000)).rejects.toMatchObject({
    code: 'ARCHIVE_AWAY',
    message: 'The archive at s3://bucket/a/prefix answered with status 500.',
  });
  const wrong = await open({ secretAccessKey: 'another-secret' })
    .get(name, 1_000)
    .catch((error: unknown) => error);
  expect(wrong).toMatchObject({ code: 'ARCHIVE_AWAY', message: expect.stringContaining('refused the key') });
  expect(JSON.stringify(wrong)).not.toContain('another-secret');
  await expect(open({}, 'nowhere').put(name, bytes)).rejects.toMatchObject({ code: 'ARCHIVE_AWAY' });
});

it('does not follow where it is sent', async () => {
  server.failures.push(301);
  await expect(open().get(name, 1_000)).rejects.toMatchObject({ code: 'ARCHIVE_AWAY' });
});

it('is away when nobody answers', async () => {
  const objects = open({ endpoint: 'http://127.0.0.1:9' });
  await expect(objects.get(name, 1_000)).rejects.toMatchObject({
    code: 'ARCHIVE_AWAY',
    message: expect.stringContaining('cannot be reached'),
  });
});

it('takes no object larger than is asked for', async () => {
  await open().put(name, Buffer.alloc(2_000));
  await expect(open().get(name, 1_000)).rejects.toMatchObject({ code: 'ARCHIVE_AWAY' });
});

it('names the bucket in the host where that is wanted', async () => {
  const seen: string[] = [];
  const objects = open({
    endpoint: 'https://s3.eu-test-1.amazonaws.com',
    bucketInHost: true,
    fetch: async (url) => {
      seen.push(url);
      return new Response(null, { status: 200 });
    },
  });
  await objects.put(name, bytes);
  expect(seen).toEqual([`https://bucket.s3.eu-test-1.amazonaws.com/a/prefix/01/${name}.jsonl.gz`]);
});
