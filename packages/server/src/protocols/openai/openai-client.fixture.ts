// OpenAI's own client against a server whose models are scripted, for tests.
import { withoutNote } from '@cadence-agents/testkit';
import OpenAI, { APIError } from 'openai';
import { useProtocolServer } from '../protocol-server.fixture.ts';

/** What our replies carry beside OpenAI's fields. */
export interface Extra {
  conversation_id: string;
  run_id: string;
}
export type Request = Omit<OpenAI.ChatCompletionCreateParamsNonStreaming, 'messages'> & {
  messages: OpenAI.ChatCompletionMessageParam[];
  tone?: string;
  conversation_id?: string;
};

export const clientOf = (url: string, apiKey = 'none') =>
  new OpenAI({ baseURL: `${url}/v1`, apiKey, maxRetries: 0 });

/** One server and its client for all tests of a file. */
export function useOpenAi() {
  const current = useProtocolServer((url) => clientOf(url));
  return {
    get server() {
      return current().server;
    },
    get client() {
      return current().client;
    },
    async ask(request: Request) {
      const completion = await current().client.chat.completions.create(request);
      const extra = completion as unknown as Extra;
      return { completion, text: completion.choices[0]?.message.content, ...extra };
    },
    async stream(request: Request, options: OpenAI.ChatCompletionStreamOptions = {}) {
      const asked = { ...request, stream: true as const, stream_options: options };
      const chunks: OpenAI.ChatCompletionChunk[] = [];
      for await (const chunk of await current().client.chat.completions.create(asked)) chunks.push(chunk);
      const pieces = chunks
        .flatMap(({ choices }) => choices[0]?.delta.content ?? [])
        .filter((text) => text !== '');
      return { chunks, pieces, text: pieces.join('') };
    },
    /** The conversation that the model was sent at its nth call. */
    async promptOf(index: number) {
      const body = (await current().server.model.requests())[index]?.body as {
        messages: { role: string; content: string }[];
      };
      return body.messages
        .filter(({ role }) => role !== 'system')
        .map((message) => ({ ...message, content: message.content && withoutNote(message.content) }));
    },
  };
}

export const user = (content: string) => ({ role: 'user' as const, content });

export async function failure(work: Promise<unknown>): Promise<APIError> {
  const error: unknown = await work.catch((thrown: unknown) => thrown);
  if (error instanceof APIError) return error;
  throw new Error(`Not an API error: ${String(error)}`);
}
