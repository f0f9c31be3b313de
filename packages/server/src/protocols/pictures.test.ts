// A picture that is sent through each protocol, with the client of that protocol, up to the model.
import { createServer } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { clientOf as langGraphClient } from './langgraph/langgraph-client.fixture.ts';
import { failure, clientOf as openAiClient } from './openai/openai-client.fixture.ts';
import { useProtocolServer } from './protocol-server.fixture.ts';

const current = useProtocolServer((url) => ({ openai: openAiClient(url), langgraph: langGraphClient(url) }), {
  CADENCE_ALLOWED_HOSTS: 'localhost',
});
const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(50_000, 9)]);
const base64 = png.toString('base64');
const url = `data:image/png;base64,${base64}`;
const upload = () => current().server.client.attach(new Blob([png]), 'swan.png');

/** What the user said in the last request to the model: as many pictures as there are, and none of them in words. */
async function shown(): Promise<number> {
  const requests = await current().server.model.requests();
  const { messages } = JSON.parse(JSON.stringify(requests.at(-1)?.body));
  const parts: { type: string }[] = messages.flatMap(({ content }: { content: unknown }) =>
    Array.isArray(content) ? content : [],
  );
  const pictures = parts.filter(({ type }) => type === 'image_url');
  for (const picture of pictures) expect(picture).toMatchObject({ image_url: { url } });
  expect(JSON.stringify(messages).replaceAll(url, '').length).toBeLessThan(3_000);
  return pictures.length;
}

const script = (...replies: string[]) => current().server.model.script(replies);

it.each<[string, () => Promise<object>]>([
  ['its bytes', async () => ({ type: 'image_url', image_url: { url, detail: 'high' } })],
  ['a file of bytes', async () => ({ type: 'file', file: { file_data: base64, filename: 'swan.png' } })],
  ['a stored file', async () => ({ type: 'file', file: { file_id: (await upload()).id } })],
])(
  'OpenAI: chat completions with %s',
  async (_, part) => {
    await script('A swan.', 'Still a swan.');
    const { openai, server } = { ...current().client, server: current().server };
    const asked = { role: 'user', content: [{ type: 'text', text: 'What is this?' }, await part()] } as never;
    const first = await openai.chat.completions.create({ model: 'talk', messages: [asked] });
    expect(await shown()).toBe(1);
    const said = first.choices[0]?.message;
    const again = await openai.chat.completions.create({
      model: 'talk',
      messages: [
        asked,
        { role: 'assistant', content: said?.content ?? '' },
        { role: 'user', content: 'And now?' },
      ],
    });
    expect(await shown()).toBe(1);
    // The history that is sent again is that of the same conversation, which has the picture once.
    expect(Reflect.get(again, 'conversation_id')).toBe(Reflect.get(first, 'conversation_id'));
    const id = String(Reflect.get(first, 'conversation_id'));
    const { items } = await server.client.listMessages({ params: { id }, query: {} });
    expect(items.filter(({ role }) => role === 'user')).toHaveLength(2);
    expect(JSON.stringify(items)).not.toContain(base64);
  },
  30_000,
);

it('OpenAI: responses, which tell again what they were asked', async () => {
  await script('A swan.');
  const { openai } = current().client;
  const response = await openai.responses.create({
    model: 'talk',
    input: [
      {
        role: 'user',
        content: [
          { type: 'input_text', text: 'What is this?' },
          { type: 'input_image', image_url: url, detail: 'auto' },
          { type: 'input_file', file_data: `data:text/plain;base64,${btoa('Seven.')}`, filename: 'n.txt' },
        ],
      },
    ],
  });
  expect(await shown()).toBe(1);
  const { data } = await openai.responses.inputItems.list(response.id);
  expect(data[0]).toMatchObject({
    content: [
      { type: 'input_text', text: 'What is this?' },
      { type: 'input_image', file_id: expect.stringMatching(/^file_/) },
      { type: 'input_file', filename: 'n.txt' },
    ],
  });
}, 30_000);

it.each<[string, () => Promise<object>]>([
  ['in the form of OpenAI', async () => ({ type: 'image_url', image_url: { url } })],
  ['in a standard block', async () => ({ type: 'image', mimeType: 'image/png', data: base64 })],
  [
    'in a block of before',
    async () => ({ type: 'image', source_type: 'base64', mime_type: 'image/png', data: base64 }),
  ],
  ['by the id of a stored file', async () => ({ type: 'image', fileId: (await upload()).id })],
])(
  'LangGraph: messages with a picture %s',
  async (_, block) => {
    await script('A swan.', 'Still a swan.');
    const { langgraph } = current().client;
    const { thread_id: id } = await langgraph.threads.create();
    const content = [{ type: 'text', text: 'What is this?' }, await block()];
    await langgraph.runs.wait(id, 'talk', { input: { messages: [{ type: 'human', content }] } });
    expect(await shown()).toBe(1);
    const { values } = await langgraph.threads.getState(id);
    const [message] = Reflect.get(values, 'messages') as { content: unknown }[];
    expect(message?.content).toMatchObject([
      { type: 'text', text: 'What is this?' },
      { type: 'image', mimeType: 'image/png', fileId: expect.stringMatching(/^file_/) },
    ]);
    // What was told is taken again.
    await langgraph.runs.wait(id, 'talk', {
      input: { messages: [{ type: 'human', content: message?.content }] },
    });
    expect(await shown()).toBe(2);
  },
  30_000,
);

it('refuses what it does not take by name, and fetches from nowhere inside', async () => {
  let calls = 0;
  const inside = createServer((_, response) => {
    calls += 1;
    response.end(png);
  });
  await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void inside.close());
  const address = inside.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const { openai, langgraph } = current().client;
  const ask = (part: object) =>
    failure(
      openai.chat.completions.create({
        model: 'talk',
        messages: [{ role: 'user', content: [part] as never }],
      }),
    );
  const audio = await ask({ type: 'input_audio', input_audio: { data: 'AA==', format: 'wav' } });
  expect(audio).toMatchObject({ status: 400, message: expect.stringContaining('audio is not taken') });
  const local = await ask({ type: 'image_url', image_url: { url: `http://127.0.0.1:${port}/a.png` } });
  expect(local).toMatchObject({ status: 400, message: expect.stringContaining('image_url') });
  expect(calls).toBe(0);
  await script('A swan.');
  const image_url = { url: `http://localhost:${port}/a.png` };
  await openai.chat.completions.create({
    model: 'talk',
    messages: [{ role: 'user', content: [{ type: 'image_url', image_url }] }],
  });
  expect(await shown()).toBe(1);
  const odd = await ask({ type: 'file', file: { file_data: 'UEsDBA==', filename: 'x.zip' } });
  expect(odd).toMatchObject({ status: 400, message: expect.stringContaining('x.zip') });
  const { thread_id: id } = await langgraph.threads.create();
  const content = [{ type: 'audio', data: 'AA==', mimeType: 'audio/wav' }];
  await expect(
    langgraph.runs.wait(id, 'talk', { input: { messages: [{ type: 'human', content }] } }),
  ).rejects.toThrow(/audio.{0,3} is not taken/);
}, 30_000);
