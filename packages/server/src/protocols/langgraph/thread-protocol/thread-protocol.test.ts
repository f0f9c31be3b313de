import { describe, expect, it, onTestFinished } from 'vitest';
import { human, useLangGraph, type Values, withTool } from '../langgraph-client.fixture.ts';

const lang = useLangGraph();

/** A stream of a thread, closed with the test. */
function open(assistantId: string, threadId: string) {
  const stream = lang.client.threads.stream(threadId, { assistantId });
  onTestFinished(() => stream.close());
  return stream;
}

const contents = (values: unknown) => (values as Values).messages.map(({ content }) => content);

describe('the thread protocol', () => {
  it('streams the messages, tools and values of a run that a command starts', async () => {
    await lang.server.model.script(withTool);
    const id = await lang.newThread();
    const thread = open('talk', id);
    const texts = (async () => {
      const said: string[] = [];
      for await (const message of thread.messages) said.push(await message.text);
      return said;
    })();
    const called = (async () => {
      const calls: unknown[] = [];
      for await (const call of thread.toolCalls) calls.push([call.name, await call.output]);
      return calls;
    })();
    const { run_id } = await thread.run.start({ input: human('2+2?') });
    expect(contents(await thread.output)).toEqual([
      '2+2?',
      'Let me see.',
      '4',
      'It is four, said in quite a few words.',
    ]);
    expect(await texts).toEqual(['Let me see.', 'It is four, said in quite a few words.']);
    // The client tells of a call when it begins and again when it has ended.
    expect(new Set((await called).map(String))).toEqual(new Set(['calculate,4']));
    expect(await lang.client.runs.get(id, run_id ?? '')).toMatchObject({ status: 'success' });
  });

  it('asks a person, and goes on with the answer', async () => {
    await lang.server.model.script(['On we go.']);
    const id = await lang.newThread();
    const thread = open('desk', id);
    await thread.run.start({ input: human('go') });
    await thread.output;
    expect(thread.interrupted).toBe(true);
    const [asked] = thread.interrupts;
    expect(asked).toMatchObject({ payload: { question: 'May I go on?' } });
    await thread.input.respond({ namespace: [], interrupt_id: asked?.interruptId ?? '', response: 'yes' });
    await expect
      .poll(async () => contents((await lang.client.threads.getState<Values>(id)).values))
      .toEqual(['go', 'yes', 'On we go.']);
    await expect
      .poll(() => lang.client.threads.get(id), { timeout: 5_000 })
      .toMatchObject({ status: 'idle' });
  });

  it('tells a client that opens its stream anew nothing twice', async () => {
    await lang.server.model.script(['One.', 'Two.']);
    const id = await lang.newThread();
    await lang.wait(id, 'talk', { input: human('a') });
    const events = async (count: number) => {
      const leave = new AbortController();
      const body = JSON.stringify({ channels: ['messages', 'values', 'lifecycle', 'input'] });
      const headers = { 'content-type': 'application/json' };
      const url = `${lang.server.url}/threads/${id}/stream/events`;
      const reply = await fetch(url, { method: 'POST', headers, body, signal: leave.signal });
      const seen: string[] = [];
      let rest = '';
      for await (const bytes of reply.body ?? []) {
        rest += new TextDecoder().decode(bytes);
        const frames = rest.split('\n\n');
        rest = frames.pop() ?? '';
        for (const each of frames) {
          const found = /^data: (.*)$/m.exec(each)?.[1];
          if (found) seen.push(found);
        }
        if (seen.length >= count) break;
      }
      leave.abort();
      return seen;
    };
    const once = await events(9);
    expect(await events(9)).toEqual(once);
    const ids = once.map((each) => (JSON.parse(each) as { event_id: string }).event_id);
    expect(new Set(ids).size).toBe(ids.length);
    const seqs = once.map((each) => (JSON.parse(each) as { seq: number }).seq);
    expect(seqs).toEqual(seqs.toSorted((a, b) => a - b));
  });

  it('refuses what it does not know, in its own form', async () => {
    const id = await lang.newThread();
    const thread = open('talk', id);
    await expect(thread.state.fork({ checkpoint_id: 'x' })).rejects.toMatchObject({
      code: 'unknown_command',
    });
    await expect(
      thread.input.respond({ namespace: [], interrupt_id: 'x', response: 'yes' }),
    ).rejects.toMatchObject({ code: 'no_such_run' });
  });
});
