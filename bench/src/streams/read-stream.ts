import { type Agent, request } from 'node:http';
import type { StreamedEvent } from '@cadence-agents/contracts';

export interface ReadStream {
  /** What is wrong with it, if anything. */
  problem: string | undefined;
  /** Milliseconds from the model's sending of a token to its receipt here. */
  delays: number[];
  /** When its run began. */
  startedAt: number | undefined;
}

/** How a stream is asked for, and what its frames say. */
export interface Wire {
  path: (conversationId: string) => string;
  body: object;
  /** The text that a frame adds. */
  text: (data: string) => string;
  /** When its run began, by its first frame. */
  startedAt?: (data: string) => number;
  /** What is wrong with the whole, if anything; `text` is all that was added. */
  problem: (frames: readonly string[], text: string) => string | undefined;
}

/** Sends a message and reads its stream to the end; tokens are `<number>@<time sent>`. */
export async function readStream(
  base: string,
  agent: Agent,
  conversationId: string,
  onOpen: () => void,
  wire: Wire = native,
): Promise<ReadStream> {
  const { promise, resolve, reject } = Promise.withResolvers<ReadStream>();
  const delays: number[] = [];
  const seen: string[] = [];
  let said = '';
  const take = (data: string) => {
    seen.push(data);
    const text = wire.text(data);
    said += text;
    for (const [, sent] of text.matchAll(/@(\d+)/g)) delays.push(Date.now() - Number(sent));
  };
  const problem = () => wire.problem(seen, said) ?? disorderIn(said);
  const sent = request(
    base + wire.path(conversationId),
    { method: 'POST', agent, headers: { 'content-type': 'application/json', accept: 'text/event-stream' } },
    (response) => {
      onOpen();
      let rest = '';
      response.setEncoding('utf8');
      response.on('data', (text: string) => {
        const frames = (rest + text).split('\n\n');
        rest = frames.pop() ?? '';
        for (const frame of frames) {
          const at = frame.indexOf('data: ');
          if (at !== -1) take(frame.slice(at + 6));
        }
      });
      response.once('error', reject);
      response.once('end', () => {
        const startedAt = wire.startedAt?.(seen[0] ?? '{}');
        resolve({ delays, startedAt, problem: statusProblem(response) ?? problem() });
      });
    },
  );
  sent.once('error', reject);
  sent.end(JSON.stringify(wire.body));
  return promise;
}

const statusProblem = ({ statusCode }: { statusCode?: number | undefined }) =>
  statusCode === 200 ? undefined : `status ${statusCode}`;

function disorderIn(text: string): string | undefined {
  const numbers = text.split(' ').map((token) => Number(token.split('@', 1)[0]));
  const disorder = numbers.findIndex((number, index) => number !== index);
  return disorder === -1 ? undefined : `token ${disorder} is out of order`;
}

/** Cadence's own stream. What is added up is checked to be the answer, and the events to have no gap. */
const native: Wire = {
  path: (conversationId) => `/api/v1/conversations/${conversationId}/messages`,
  body: { message: 'Count.', workflowId: 'assistant' },
  text(data) {
    const event: StreamedEvent = JSON.parse(data);
    return event.type === 'on_chat_model_stream' ? event.data.chunk : '';
  },
  startedAt: (data) => Date.parse(JSON.parse(data).time ?? ''),
  problem(frames, text) {
    const events = frames.map((data): StreamedEvent => JSON.parse(data));
    const numbers = events.flatMap(({ seq }) => seq ?? []);
    const gap = numbers.findIndex((seq, index) => seq !== index + 1);
    if (gap !== -1) return `event ${gap + 1} has the number ${numbers[gap]}`;
    const end = events.at(-1);
    if (end?.type !== 'on_run_end' || end.data.status !== 'completed')
      return `ended as ${JSON.stringify(end)}`;
    return text === end.data.answer ? undefined : 'the tokens are not the answer';
  },
};

/** The model's own stream, passed on. */
const bare: Wire = {
  path: () => '/',
  body: { model: 'm', stream: true, messages: [{ role: 'user', content: 'Count.' }] },
  text(data) {
    if (data === '[DONE]') return '';
    const { choices }: { choices: { delta: { content?: string } }[] } = JSON.parse(data);
    return choices[0]?.delta.content ?? '';
  },
  problem: (frames) => (frames.at(-1) === '[DONE]' ? undefined : 'broke off'),
};

export const wires: Readonly<Record<string, Wire>> = { native, bare };
