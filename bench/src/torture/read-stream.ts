// Reads server-sent events to their end, over as many connections as that takes, and notices when there is none.
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { ask, type Reply, type Trial } from './trial.ts';

export interface Frame {
  id: string | undefined;
  event: string | undefined;
  data: string;
}

export interface ReadableRun {
  protocol: string;
  /** Connects, to go on after the frame with this id. */
  connect(lastId: string | undefined): Promise<Reply>;
  /** Looks at a frame; `false` to hang up there. */
  take(frame: Frame): boolean;
  /** Whether the run's last frame was read. */
  hasEnded(): boolean;
  runId(): string | undefined;
}

/** Returns the reply instead when there is nothing to read. */
export async function readStream(trial: Trial, run: ReadableRun): Promise<Response | undefined> {
  const { evidence } = trial;
  let lastId: string | undefined;
  for (;;) {
    const { response, url } = await run.connect(lastId);
    if (!response.ok) return response;
    evidence.count(`streams: ${run.protocol}`);
    try {
      let hungUp = false;
      for await (const frame of framesOf(trial, response, run.runId())) {
        lastId = frame.id ?? lastId;
        hungUp = !run.take(frame);
        if (hungUp) break;
      }
      if (run.hasEnded()) return undefined;
      const wasTold = trial.servers.every((server) => server.wasTold(url));
      if (!hungUp && !wasTold)
        evidence.problem('open', `${run.protocol} stream of ${run.runId()} ended before its run`);
    } catch (error) {
      if (trial.over.aborted) throw error;
      if (error instanceof StaysOpen) {
        evidence.problem('open', `${run.protocol} stream of ${run.runId()} stays open: ${error.message}`);
        return undefined;
      }
      evidence.count('streams broken off');
    }
    await sleep(100);
  }
}

class StaysOpen extends Error {}

async function* framesOf(trial: Trial, response: Response, runId: string | undefined): AsyncGenerator<Frame> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) return;
  let rest = '';
  let next = reader.read();
  let lastFrameAt = performance.now();
  let timesEnded = 0;
  try {
    for (;;) {
      const patience = trial.patienceMs * (timesEnded + 1) - (performance.now() - lastFrameAt);
      const got = await within(patience, next);
      if (got === undefined) {
        if (runId !== undefined && (await hasEnded(trial, runId))) timesEnded++;
        else lastFrameAt = performance.now();
        if (timesEnded >= 2) throw new StaysOpen('its run has ended');
        continue;
      }
      if (got.done) return;
      const blocks = (rest + got.value).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) yield frameOf(block);
      if (blocks.length > 0) {
        lastFrameAt = performance.now();
        timesEnded = 0;
      }
      next = reader.read();
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

/** What the promise gives, `undefined` when that takes longer. */
async function within<T>(ms: number, promise: Promise<T>): Promise<T | undefined> {
  const late = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => late.resolve(undefined), Math.max(0, ms));
  return Promise.race([promise, late.promise]).finally(() => clearTimeout(timer));
}

function frameOf(block: string): Frame {
  const lines = block.split('\n');
  const field = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
  return { id: field('id'), event: field('event'), data: field('data') ?? '' };
}

async function hasEnded(trial: Trial, runId: string): Promise<boolean> {
  const { response } = await ask(trial, `/api/v1/runs/${runId}`);
  if (!response.ok) return true;
  const { status } = z.object({ status: z.string() }).parse(await response.json());
  return status !== 'queued' && status !== 'running';
}
