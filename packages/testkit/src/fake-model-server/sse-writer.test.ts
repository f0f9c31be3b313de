import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FakeModelServer, startFakeModelServer } from './start.ts';
import { streamedText } from './streamed-chunks.ts';
import { testClient } from './test-client.ts';

let server: FakeModelServer;
const { packetsOf, streamed } = testClient(() => server);
beforeAll(async () => {
  server = await startFakeModelServer();
});
afterAll(() => server.close());
beforeEach(() => server.reset());

describe('the bytes of a stream', () => {
  const text = 'Größe 🎈 zählt';

  it('come an event a packet, all in one, or split anywhere, and mean the same', async () => {
    const each = await packetsOf({ kind: 'reply', text });
    const all = await packetsOf({ kind: 'reply', text, wire: { packets: 'all' } });
    const split = await packetsOf({ kind: 'reply', text, wire: { packets: 7 } });
    const texts = [each, all, split].map((packets) => streamedText(Buffer.concat(packets).toString()));
    expect(texts).toEqual([text, text, text]);
    expect(each).toHaveLength(6);
    expect(each.every((packet) => packet.toString().endsWith('\n\n'))).toBe(true);
    expect(all).toHaveLength(1);
    expect(split.some((packet) => packet.toString().includes('\uFFFD'))).toBe(true);
  });

  it('end their lines with CRLF when told to', async () => {
    const { text: sse } = await streamed({ kind: 'reply', text, wire: { lineEnding: 'crlf' } });
    expect(sse.replaceAll('\r\n', '')).not.toContain('\n');
    expect(sse.endsWith('data: [DONE]\r\n\r\n')).toBe(true);
  });

  it('hold comments and garbage when told to', async () => {
    const { text: sse } = await streamed({ kind: 'reply', text, wire: { comments: true, garbage: true } });
    expect(sse).toMatch(/^: keep-alive$/m);
    expect(sse).toMatch(/^what is this$/m);
    expect(streamedText(sse)).toBe(text);
  });
});
