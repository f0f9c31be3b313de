import { type Agent, request } from 'node:http';

export interface ReadStream {
  /** What is wrong with it, if anything. */
  problem: string | undefined;
  /** Milliseconds from the model's sending of a token to its receipt here. */
  delays: number[];
  /** When its run began. */
  startedAt: number | undefined;
}

interface Frame {
  seq: number;
  type: string;
  time?: string;
  data: { chunk?: string; status?: string; answer?: string };
}

/** Sends a message and reads its stream to the end; tokens are `<number>@<time sent>`. */
export async function readStream(
  base: string,
  agent: Agent,
  conversationId: string,
  onOpen: () => void,
): Promise<ReadStream> {
  const { promise, resolve, reject } = Promise.withResolvers<ReadStream>();
  const delays: number[] = [];
  const seen: Frame[] = [];
  const take = (frame: Frame) => {
    seen.push(frame);
    if (frame.type === 'on_chat_model_start') onOpen();
    for (const [, sent] of (frame.data.chunk ?? '').matchAll(/@(\d+)/g))
      delays.push(Date.now() - Number(sent));
  };
  const sent = request(
    `${base}/api/v1/conversations/${conversationId}/messages`,
    { method: 'POST', agent, headers: { 'content-type': 'application/json', accept: 'text/event-stream' } },
    (response) => {
      let rest = '';
      response.setEncoding('utf8');
      response.on('data', (text: string) => {
        const frames = (rest + text).split('\n\n');
        rest = frames.pop() ?? '';
        for (const frame of frames) {
          const at = frame.indexOf('data: ');
          if (at !== -1) take(JSON.parse(frame.slice(at + 6)));
        }
      });
      response.once('error', reject);
      response.once('end', () => {
        const startedAt = seen[0]?.time === undefined ? undefined : Date.parse(seen[0].time);
        resolve({ delays, startedAt, problem: problemIn(seen) ?? statusProblem(response) });
      });
    },
  );
  sent.once('error', reject);
  sent.end(JSON.stringify({ message: 'Count.', workflowId: 'assistant' }));
  return promise;
}

const statusProblem = ({ statusCode }: { statusCode?: number | undefined }) =>
  statusCode === 200 ? undefined : `status ${statusCode}`;

function problemIn(frames: readonly Frame[]): string | undefined {
  const gap = frames.findIndex(({ seq }, index) => seq !== index + 1);
  if (gap !== -1) return `event ${gap + 1} has the number ${frames[gap]?.seq}`;
  const end = frames.at(-1);
  if (end?.type !== 'on_run_end' || end.data.status !== 'completed') return `ended as ${JSON.stringify(end)}`;
  const text = frames.map(({ data }) => data.chunk ?? '').join('');
  if (text !== end.data.answer) return 'the tokens are not the answer';
  const numbers = text.split(' ').map((token) => Number(token.split('@', 1)[0]));
  const disorder = numbers.findIndex((number, index) => number !== index);
  return disorder === -1 ? undefined : `token ${disorder} is out of order`;
}
