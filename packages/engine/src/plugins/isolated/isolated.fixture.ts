import { join } from 'node:path';
import { CadenceError, type JsonValue, type ToolContext, withTimeout } from '@cadence-agents/contracts';
import { expect, onTestFinished, vi } from 'vitest';
import { temporaryFolder, writeFiles } from '../plugin-folder.fixture.ts';
import { createPluginHost, type PluginHost } from '../serve/plugin-host.ts';
import { type IsolationOptions, isolationInForce } from './isolation.ts';

export interface Sketch {
  /** Tools by name: the body of each `run`, which knows `args` and `ctx`. */
  tools?: Record<string, string>;
  /** Further fields of a tool, as code. */
  options?: Record<string, string>;
  head?: string;
  more?: string;
  metadata?: string;
  /** Further fields of "cadence" in package.json. */
  cadence?: object;
}

export function sketchFiles(
  name: string,
  { tools = {}, options = {}, head = '', more = '', metadata = '', cadence = {} }: Sketch,
) {
  const list = Object.entries(tools).map(
    ([tool, body]) =>
      `tool({ name: '${tool}', description: 'Does it.', input: z.looseObject({}), ${options[tool] ?? ''} run: async (args: any, ctx): Promise<any> => { ${body} } })`,
  );
  return {
    'package.json': {
      name,
      version: '1.0.0',
      type: 'module',
      cadence: { plugin: './index.ts', ...cadence },
    },
    'index.ts': `import { CadenceError, defineAgent, definePlugin, objectSchema, tool } from '@cadence-agents/sdk';
import { z } from 'zod';
${head}
export default definePlugin({
  metadata: { name: '${name}', version: '1.0.0', description: 'Tries things.', ${metadata} },
  createAgent: () => defineAgent({ systemPrompt: 'You try.', tools: [${list.join(',\n')}] }),
  ${more}
});
`,
  };
}

export function toolContext(more: Partial<ToolContext> = {}): ToolContext {
  return {
    signal: new AbortController().signal,
    idempotencyKey: 'key',
    userId: undefined,
    conversationId: undefined,
    fetch: globalThis.fetch,
    log() {},
    emit() {},
    ...more,
  };
}

export interface Uploaded {
  host: PluginHost;
  storeDir: string;
  /** What was logged as a warning, as text. */
  warnings: string[];
  /** Calls a tool as the runner does, with the time it has. */
  call(plugin: string, tool: string, args?: object, more?: Partial<ToolContext>): Promise<JsonValue>;
}

/** Short enough for a test, long enough for a busy machine. */
const timeouts = { start: 20_000, answer: 1_000, stop: 300, idle: 500 };
const TOOL_MS = 5_000;

/** Uploaded plugins, loaded, and those of a folder. */
export async function uploaded(
  sketches: Record<string, Sketch>,
  isolation: IsolationOptions = {},
  inFolder: Record<string, Sketch> = {},
): Promise<Uploaded> {
  const root = await temporaryFolder();
  const [storeDir, pluginsDir] = [join(root, 'store'), join(root, 'plugins')];
  for (const [folder, all] of [[storeDir, sketches] as const, [pluginsDir, inFolder] as const])
    for (const [name, sketch] of Object.entries(all))
      await writeFiles(join(folder, name), sketchFiles(name, sketch));
  const warnings: string[] = [];
  const note = (message: string, fields = {}) => void warnings.push(`${message} ${JSON.stringify(fields)}`);
  const log = { debug() {}, info() {}, warn: note, error: note };
  const options = {
    importTimeoutMs: 1000,
    healthTimeoutMs: 1000,
    isolation: { ...isolation, timeouts },
    log,
  };
  const host = createPluginHost({
    roots: [],
    storeDir,
    pluginsDir: Object.keys(inFolder).length > 0 ? pluginsDir : [],
    ...options,
  });
  onTestFinished(() => host.close());
  await host.load();
  return {
    host,
    storeDir,
    warnings,
    async call(plugin, name, args = {}, more = {}) {
      const tool = host.get(plugin)?.tools.find((one) => one.name === name);
      if (!tool) throw new Error(`no tool ${name} in ${JSON.stringify(host.list())}`);
      const context = toolContext(more);
      const timeoutMs = tool.timeoutMs ?? TOOL_MS;
      return withTimeout(timeoutMs, (signal) => tool.run(args, { ...context, signal }), {
        signal: context.signal,
        error: () => new CadenceError('TOOL_TIMEOUT', `It took longer than ${timeoutMs} ms.`),
      });
    },
  };
}

/** A plugin whose call goes on for as long as its neighbour misbehaves. */
export const bystander: Sketch = {
  tools: {
    walk: 'for (let step = 0; step < 20; step++) { ctx.emit({ step }); await new Promise((go) => setTimeout(go, 20)); } return "arrived";',
    quick: 'return "here";',
  },
};

const { level: best } = await isolationInForce();
export const levels = best === 'namespace' ? (['process', 'namespace'] as const) : (['process'] as const);

/** Does it beside a neighbour that is at work, and shows that both go on. */
export async function beside(
  demand: IsolationOptions['demand'],
  sketch: Sketch,
  misbehave: (all: Uploaded) => Promise<unknown>,
  isolation: IsolationOptions = {},
): Promise<void> {
  const tools = { ...sketch.tools, well: 'return "well";' };
  const all = await uploaded(
    { bad: { ...sketch, tools }, bystander },
    { ...isolation, demand: demand ?? 'auto' },
  );
  const steps: unknown[] = [];
  const walking = all.call('bystander', 'walk', {}, { emit: (data) => steps.push(data) });
  // Should the test fail before it is awaited, that is not its failure.
  walking.catch(() => {});
  await misbehave(all);
  expect(await all.call('bystander', 'quick')).toBe('here');
  expect(await walking).toBe('arrived');
  expect(steps).toHaveLength(20);
  expect(await all.call('bad', 'well')).toBe('well');
}

export const failure = (promise: Promise<unknown>) =>
  promise.then(
    (value) => {
      throw new Error(`it gave ${JSON.stringify(value)}`);
    },
    (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
  );
export const ended = (all: Uploaded, reason: RegExp) =>
  vi.waitFor(() => expect(all.warnings.join('\n')).toMatch(reason), { timeout: 20_000, interval: 20 });
