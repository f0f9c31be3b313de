import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type Evaluation, evaluationSchema } from './evaluation.ts';
import { nextMessage } from './next-message.ts';

export interface Evaluator {
  evaluate: (expression: string, signal: AbortSignal) => Promise<Evaluation>;
  /** Starts the process if there is none, so that the first expression need not wait for it. */
  warmUp: () => void;
}

export interface EvaluatorLimits {
  /** For one expression. */
  deadlineMs: number;
  memoryMb: number;
  /** How long the process is kept after the last expression. */
  idleMs: number;
}

const usualLimits: EvaluatorLimits = { deadlineMs: 2_000, memoryMb: 128, idleMs: 300_000 };
const startMs = 10_000;
const program = fileURLToPath(new URL('./evaluator-process.ts', import.meta.url));

/** Evaluates one expression after the other in a process that is kept warm, and replaced when it had to be stopped. */
export function createEvaluator(limits: Partial<EvaluatorLimits> = {}): Evaluator {
  const { deadlineMs, memoryMb, idleMs } = { ...usualLimits, ...limits };
  let warm: Promise<ChildProcess> | undefined;
  let current: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let lastTurn: Promise<unknown> = Promise.resolve();

  const stop = (child: ChildProcess) => {
    // A late word of the one before must not stop its successor.
    if (child === current) warm = undefined;
    child.kill('SIGKILL');
  };

  /** Lets the program end, and the process when nothing more comes. */
  const rest = (child: ChildProcess) => {
    release(child);
    clearTimeout(idle);
    idle = setTimeout(() => stop(child), idleMs).unref();
  };

  async function start(): Promise<ChildProcess> {
    const child = startProcess(deadlineMs, memoryMb);
    current = child;
    try {
      await nextMessage(child, AbortSignal.timeout(startMs));
      child.once('exit', () => stop(child));
      return child;
    } catch (cause) {
      stop(child);
      throw new Error('The process that calculates does not start.', { cause });
    }
  }

  async function run(expression: string, signal: AbortSignal): Promise<Evaluation> {
    signal.throwIfAborted();
    warm ??= start();
    const child = await warm;
    clearTimeout(idle);
    const deadline = AbortSignal.timeout(deadlineMs);
    hold(child);
    try {
      child.send(expression);
      const message = await nextMessage(child, AbortSignal.any([signal, deadline]));
      return evaluationSchema.parse(message);
    } catch {
      stop(child);
      signal.throwIfAborted();
      const why = deadline.aborted
        ? `it takes longer than ${deadlineMs / 1000} s`
        : 'it needs too much memory';
      return { ok: false, problem: why };
    } finally {
      rest(child);
    }
  }

  return {
    warmUp: () => {
      if (warm) return;
      warm = start();
      // Whoever evaluates is told when it does not start.
      warm.then(rest, () => undefined);
    },
    evaluate: (expression, signal) => {
      const turn = lastTurn.then(() => run(expression, signal));
      lastTurn = turn.catch(() => undefined);
      return turn;
    },
  };
}

function startProcess(deadlineMs: number, memoryMb: number): ChildProcess {
  const child = fork(program, [String(2 * deadlineMs)], {
    execArgv: [`--max-old-space-size=${memoryMb}`, '--permission', '--allow-fs-read=*'],
    // An expression has no business with the keys in the environment.
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  // Without a listener a failure to start or to send would end the program; the missing message tells of it.
  child.on('error', () => undefined);
  return child;
}

/** A pending calculation keeps the program running, an idle process does not. */
function hold(child: ChildProcess): void {
  child.ref();
  child.channel?.ref();
}

function release(child: ChildProcess): void {
  child.unref();
  child.channel?.unref();
}
