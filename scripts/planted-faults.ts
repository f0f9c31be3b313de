// Plants one fault after the other in the engine, in memory, and looks whether the simulation finds it. `npm run
// simulate:planted` prints which were found; all of them have to be, and nothing may be found where nothing was planted.
import { spawn } from 'node:child_process';
import { registerHooks } from 'node:module';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';

/** The exit code when something is found, apart from that of a process that fails. */
const FOUND = 10;

interface Planted {
  name: string;
  file: string;
  from: string;
  to: string;
}

const engine = 'packages/engine/src';
const planted: Planted[] = [
  {
    name: 'a limit on agent hops that stops one short',
    file: 'packages/workflow/src/arrival.ts',
    from: 'counters.agentHops > limits.maxAgentHops',
    to: 'counters.agentHops >= limits.maxAgentHops',
  },
  {
    name: 'a limit on steps that lets one more through',
    file: 'packages/workflow/src/arrival.ts',
    from: 'counters.steps > limits.maxSteps',
    to: 'counters.steps > limits.maxSteps + 1',
  },
  {
    name: 'a chosen label that is ignored',
    file: `${engine}/nodes/agent.ts`,
    from: 'label: choice.label ?? config.returnLabel',
    to: 'label: config.returnLabel',
  },
  {
    name: 'a retry too many',
    file: `${engine}/models/resilience/retry.ts`,
    from: 'retry >= maxRetries',
    to: 'retry > maxRetries',
  },
  {
    name: 'no retry at all',
    file: `${engine}/models/resilience/retry.ts`,
    from: 'retry >= maxRetries',
    to: 'retry >= 0',
  },
  {
    name: 'a tool that runs again after a crash',
    file: `${engine}/tools/tool-runner.ts`,
    from: "known?.state === 'unknown'\n",
    to: "known?.state === 'never'\n",
  },
  {
    name: 'a run that ends without an answer',
    file: `${engine}/nodes/write-answer.ts`,
    from: "if (turn.answer.trim() !== '') return result;",
    to: 'if (turn) return result;',
  },
  {
    name: 'an unusable reply that is not asked for again',
    file: `${engine}/nodes/ask-twice.ts`,
    from: 'if (first.reading && first.reading.problems.length === 0)',
    to: 'if (first.reading)',
  },
  {
    name: 'tool calls that are not counted',
    file: `${engine}/runtime/visit.ts`,
    from: '    to,\n    toolCalls,',
    to: '    to,\n    0 * toolCalls,',
  },
  {
    name: 'a circle that goes unnoticed',
    file: `${engine}/limits/cycle.ts`,
    from: 'const MOST_REPEATS = 2;',
    to: 'const MOST_REPEATS = 20;',
  },
  {
    name: 'a planner that may try once less',
    file: `${engine}/nodes/verifier.ts`,
    from: 'attempt > maxReplans',
    to: 'attempt >= maxReplans',
  },
  {
    name: 'tools that forget who called',
    file: `${engine}/nodes/agent.ts`,
    from: 'const turn = { caller: node.id,',
    to: 'const turn = { caller: null,',
  },
];

const number = process.env.PLANTED_FAULT;
if (number === undefined) await tryAll();
else await tryOne(planted[Number(number)]);

async function tryAll(): Promise<void> {
  const waiting = [-1, ...planted.keys()].values();
  let missed = 0;
  const worker = async () => {
    for (const index of waiting) {
      const code = await childWith(index);
      const isFound = code === FOUND;
      const isRight = isFound === index >= 0 && (isFound || code === 0);
      if (!isRight) missed += 1;
      const name = planted[index]?.name ?? 'nothing planted';
      console.log(`${isRight ? 'ok  ' : 'MISS'} ${name}: ${isFound ? 'found' : 'not found'}`);
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, availableParallelism() - 1) }, worker));
  process.exitCode = missed > 0 ? 1 : 0;
}

function childWith(index: number): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url)], {
    env: { ...process.env, PLANTED_FAULT: String(index) },
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: 240_000,
  });
  child.on('error', reject);
  child.on('exit', (code) => resolve(code ?? 1));
  return promise;
}

/** Exits with `FOUND` when something is found. */
async function tryOne(fault: Planted | undefined): Promise<void> {
  let isPlanted = fault === undefined;
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context);
      if (!fault || !url.endsWith(fault.file)) return loaded;
      const source = String(loaded.source);
      if (!source.includes(fault.from)) throw new Error(`"${fault.from}" is not in ${fault.file} any more.`);
      isPlanted = true;
      return { ...loaded, source: source.replace(fault.from, fault.to) };
    },
  });
  const { simulatedWorkflows } = await import('./planted-workflows.ts');
  const { simulate } = await import('@cadence-agents/workflow');
  const { tryFaults } = await import('@cadence-agents/engine');
  let found = 0;
  for (const definition of simulatedWorkflows()) {
    const report = simulate(definition);
    found += report.edges.filter(({ reachable }) => !reachable).length;
    const trials = await tryFaults(definition, report, {});
    found += trials.filter(({ problems }) => problems.length > 0).length;
  }
  if (!isPlanted) throw new Error(`${fault?.file} was never loaded.`);
  process.exit(found > 0 ? FOUND : 0);
}
