import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { startServer } from '../../http/server.fixture.ts';
import { clientOf, failure } from './openai-client.fixture.ts';

/** A provider whose vectors say how long the texts are, told in another order. */
async function startProvider(): Promise<string> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { input, dimensions = 2 } = JSON.parse(Buffer.concat(chunks).toString());
    const data = input.map((text: string, index: number) => ({
      index,
      embedding: Array.from({ length: dimensions }, () => text.length),
    }));
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ data: data.toReversed(), usage: { prompt_tokens: 7 } }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

it('embeds texts, as numbers or as their bytes', async () => {
  const server = await startServer({
    CADENCE_EMBEDDING_MODEL: 'openai:embed-small',
    OPENAI_BASE_URL: await startProvider(),
    OPENAI_API_KEY: 'x',
  });
  const { embeddings } = clientOf(server.url);
  const request = { model: 'embed-small', input: ['one', 'three'], dimensions: 3 };
  const expected = [
    [3, 3, 3],
    [5, 5, 5],
  ];
  // The client asks for bytes by itself.
  const read = await embeddings.create(request);
  expect(read.data.map(({ embedding }) => embedding)).toEqual(expected);
  expect(read).toMatchObject({ model: 'openai:embed-small', usage: { prompt_tokens: 7, total_tokens: 7 } });
  const plain = await embeddings.create({ ...request, encoding_format: 'float' });
  expect(plain.data.map(({ embedding }) => embedding)).toEqual(expected);
  const other = embeddings.create({ ...request, model: 'other' });
  expect(await failure(other)).toMatchObject({ status: 400, code: 'MODEL_UNKNOWN' });
  const tokens = embeddings.create({ model: 'embed-small', input: [1, 2] });
  expect(await failure(tokens)).toMatchObject({ status: 400, param: 'input' });
});

it('says so where no model is set', async () => {
  const server = await startServer();
  const error = await failure(clientOf(server.url).embeddings.create({ model: 'any', input: 'one' }));
  expect(error).toMatchObject({ status: 400, code: 'MODEL_UNKNOWN' });
  expect(error.message).toContain('CADENCE_EMBEDDING_MODEL');
});
