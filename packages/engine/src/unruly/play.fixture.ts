// Plays a turn in which a model misbehaves at one place: the whole adapter is in it, down to the socket.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RunEvent } from '@cadence-agents/contracts';
import { runTurn, type TurnResult } from '../conversation/run-turn.ts';
import { type LocalServer, startLocalServer } from '../models/local-server.fixture.ts';
import { openaiModel } from '../models/openai/openai-model.ts';
import { withRetries } from '../models/resilience/retry.ts';
import { compileWorkflow } from '../workflow/compile-workflow.ts';
import type { BadReply } from './bad-replies.fixture.ts';
import { type Asked, fact, type Place, question, tools, wellBehaved } from './places.fixture.ts';
import { type Said, send, wireOf } from './wire.fixture.ts';

/** Whether it misbehaves in its first reply there, or in all. */
export type HowOften = 'once' | 'always';

export interface Ended extends TurnResult {
  events: RunEvent[];
  /** Whether the tool was carried out. */
  found: boolean;
  /** HTTP requests, retries among them. */
  requests: number;
  /** The most steps by the workflow's certificate. */
  mostSteps: number | null;
}

interface ChatBody {
  model: string;
  stream?: boolean;
  tools?: unknown[];
  messages: unknown[];
}

export interface Stage {
  play(place: Place, bad: BadReply | null, howOften?: HowOften): Promise<Ended>;
  /** Misbehaves request by request, as it is told; `null` is a good reply. */
  playEach(place: Place, bad: readonly (BadReply | null)[]): Promise<Ended>;
  /** What is said at the place on a good day. */
  repliesAt(place: Place): Promise<Said[]>;
  close(): Promise<void>;
}

/** Whether a bad reply can be made of a good one. */
export function canSpoil({ of }: BadReply, { text, calls }: Said): boolean {
  if (of === undefined) return true;
  if (calls.length > 0) return of === 'calls';
  return of === (text.startsWith('{') ? 'json' : 'words');
}

/** A server on which one turn at a time is played. */
export async function openStage(): Promise<Stage> {
  let answer: (body: ChatBody, response: ServerResponse) => Promise<void> = async () => {};
  const server: LocalServer = await startLocalServer((response, _request: IncomingMessage, call) => {
    void answer(server.bodies[call - 1] as ChatBody, response);
  });
  const model = (name: string) =>
    withRetries(
      openaiModel({ model: name, baseUrl: server.url, timeoutMs: 60_000, maxReplyChars: 300_000 }),
      {
        maxRetries: 2,
        sleep: async () => {},
      },
    );

  async function play(
    place: Place,
    spoil: (good: Said) => BadReply | null,
    howOften: HowOften,
  ): Promise<Ended> {
    const events: RunEvent[] = [];
    let requests = 0;
    let isSpoilt = false;
    answer = async (body, response) => {
      requests += 1;
      const asked: Asked = {
        knowsFact: JSON.stringify(body.messages).includes(fact),
        hasTools: body.tools !== undefined,
      };
      const good = (place.models?.[body.model] ?? wellBehaved[body.model] ?? wellBehaved.default)?.(asked);
      if (!good) throw new Error(`Nothing is known of the model "${body.model}".`);
      const isHere = (place.model ?? body.model) === body.model && (place.when?.(asked) ?? true);
      const bad = isHere && (howOften === 'always' || !isSpoilt) ? spoil(good) : null;
      if (bad) isSpoilt = true;
      const isStreamed = body.stream === true;
      await send(response, bad ? bad.wire(good, isStreamed) : wireOf(good, isStreamed));
    };
    const workflow = compileWorkflow(place.definition, { model: (name) => model(name ?? 'default'), tools });
    const ended = await runTurn(workflow, {
      message: question,
      ...(place.history && { history: place.history }),
      onEvent: (event) => events.push(event),
    });
    const found = events.some(
      (event) => event.type === 'on_tool_end' && JSON.stringify(event.data).includes(fact),
    );
    return { ...ended, events, found, requests, mostSteps: workflow.certificate.maxSteps ?? null };
  }

  return {
    play: (place, bad, howOften = 'once') =>
      play(place, (good) => (bad && canSpoil(bad, good) ? bad : null), howOften),
    playEach(place, each) {
      let request = -1;
      const next = (good: Said) => {
        request += 1;
        const bad = each[request % each.length];
        return bad && canSpoil(bad, good) ? bad : null;
      };
      return play(place, next, 'always');
    },
    async repliesAt(place) {
      const replies: Said[] = [];
      const note = (good: Said) => {
        replies.push(good);
        return null;
      };
      await play(place, note, 'always');
      return replies;
    },
    close: () => server.close(),
  };
}
