// Documents and pictures up to the model: as they are where it takes them, else as what they say, or refused.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CadenceClient } from '@cadence-agents/client';
import { startFakeModelServer } from '@cadence-agents/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openServer } from '../http/server.fixture.ts';
import { DOCX, docx, pdf, xlsx } from './extract/documents.fixture.ts';

const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.from([1, 2, 3])]);
const report = pdf('Seven swans.');
const base64 = Buffer.from(report).toString('base64');

let openai: Awaited<ReturnType<typeof startFakeModelServer>>;
let anthropic: Server;
let opened: Awaited<ReturnType<typeof openServer>>;
let client: CadenceClient;
const asked: unknown[] = [];

beforeAll(async () => {
  openai = await startFakeModelServer();
  anthropic = createServer(async (request, response) => {
    asked.push(JSON.parse(Buffer.concat(await request.toArray()).toString()));
    const events = [
      {
        type: 'message_start',
        message: { id: 'm', type: 'message', role: 'assistant', content: [], usage: {} },
      },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Swans.' } },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 1 } },
      { type: 'message_stop' },
    ];
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const event of events) response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
    response.end();
  });
  await new Promise<void>((resolve) => anthropic.listen(0, '127.0.0.1', resolve));
  const { port } = anthropic.address() as AddressInfo;
  opened = await openServer({
    OPENAI_BASE_URL: openai.url,
    OPENAI_API_KEY: 'x',
    ANTHROPIC_BASE_URL: `http://127.0.0.1:${port}`,
    ANTHROPIC_API_KEY: 'x',
  });
  ({ client } = opened.server);
  await opened.server.cadence.store.workflows.put('local', {
    id: 'look',
    name: 'Look',
    entrypointNodeId: 'a',
    nodes: [{ id: 'a', workflowId: 'look', nodeType: 'AGENT', nodeName: 'a', agentId: 'a' }],
    edges: [],
    agents: [{ id: 'a', name: 'a', systemPrompt: 'I look.' }],
  });
}, 60_000);
afterAll(async () => {
  await opened.end();
  await openai.close();
  anthropic.close();
});

let count = 0;
async function send(model: string, bytes: Uint8Array<ArrayBuffer>, name: string, type = '') {
  const { id } = await client.attach(new Blob([bytes], { type }), name);
  await openai.reset();
  await openai.script([{ kind: 'reply', text: 'Swans.' }]);
  const body = { message: 'What is in it?', workflowId: 'look', model, files: [id] };
  count += 1;
  return client.sendMessage({ params: { id: `c${count}` }, body });
}
const sent = async () => JSON.stringify((await openai.requests()).at(-1)?.body);

it('gives a PDF to those who read it, and its text to others', async () => {
  await send('openai:gpt-4o', report, 'report.pdf');
  expect(await sent()).toContain(`"file_data":"data:application/pdf;base64,${base64}"`);
  await send('anthropic:claude-sonnet-4', report, 'report.pdf');
  expect(JSON.stringify(asked.at(-1))).toContain(
    `{"type":"document","source":{"type":"base64","media_type":"application/pdf","data":"${base64}"}}`,
  );
  await send('openai:test', report, 'report.pdf');
  expect(await sent()).toContain('Seven swans.');
  expect(await sent()).not.toContain(base64);
}, 60_000);

it('gives what an office writes as text, and reads it once', async () => {
  const letter = docx('Seven swans.');
  await send('openai:gpt-4o', letter, 'letter.docx');
  expect(await sent()).toContain('Seven swans.');
  await send('openai:gpt-4o', xlsx(), 'swans.xlsx');
  expect(await sent()).toContain('Swans\\t7');
  const { id } = await client.attach(new Blob([letter]), 'again.docx');
  const kept = await opened.server.cadence.store.files.text('local', id);
  expect(kept).toEqual({ text: 'Seven swans.' });
}, 60_000);

it('refuses what no model of the workflow can be given, before a run begins', async () => {
  const runs = async () => (await client.listRuns({ query: {} })).items.length;
  const before = await runs();
  await expect(send('openai:gpt-3.5-turbo', png, 'swan.png')).rejects.toMatchObject({
    code: 'FILE_NOT_TAKEN',
    message: expect.stringMatching(/"swan.png" is a picture.*"openai:gpt-3.5-turbo" cannot see pictures/),
  });
  await expect(send('openai:test', pdf(''), 'scan.pdf')).rejects.toMatchObject({
    code: 'FILE_NOT_TAKEN',
    message: expect.stringMatching(/"scan.pdf".*no text.*"openai:test"/),
  });
  await expect(send('openai:gpt-4o', new Uint8Array([80, 75]), 'x.docx', DOCX)).rejects.toMatchObject({
    code: 'FILE_NOT_TAKEN',
  });
  expect(await runs()).toBe(before);
  await send('openai:gpt-4o', pdf(''), 'scan.pdf');
  expect(await sent()).toContain('"filename":"scan.pdf"');
}, 60_000);
