// A plugin and the process it runs in, which is restarted when it ends, unless it ends too often.
import { isDeepStrictEqual } from 'node:util';
import { CadenceError, type JsonValue, type Problem, type ToolContext } from '@cadence-agents/contracts';
import type { Log } from '../../log.ts';
import { now } from '../../machine.ts';
import { secretValues } from '../../masking/secret-values.ts';
import { folderHash } from '../inspect/folder-hash.ts';
import type { EnteredConfig, ModuleInspection, ModuleTarget } from '../inspect/inspect-module.ts';
import { fault } from '../inspect/problem-list.ts';
import type { ProcessEnd } from './child-link.ts';
import { type ProcessTimeouts, processTimeouts } from './isolation.ts';
import { type LaunchPlan, launchChild } from './launch-child.ts';
import { rebuildPlugin } from './plugin-description.ts';
import { PluginProcess } from './plugin-process.ts';

export interface IsolatedSetup {
  target: ModuleTarget;
  plan: LaunchPlan;
  log: Log;
  configOf?: EnteredConfig;
  timeouts?: ProcessTimeouts;
}

const MAX_RESTARTS = 5;
const RESTART_WINDOW_MS = 60_000;
// A shorter value would match ordinary words.
const SHORTEST_SECRET = 6;

/** How the process of a plugin is doing. Times are ISO 8601. */
export interface ProcessReport {
  state: 'running' | 'idle';
  since: string;
  /** How often it ended by itself. */
  restarts: number;
  lastFailure: { at: string; reason: string } | null;
}

export class IsolatedPlugin {
  /** Resolves with the reason when it ended so often that it is not started again. */
  readonly givenUp: Promise<string>;
  readonly #setup: IsolatedSetup;
  readonly #failed = Promise.withResolvers<string>();
  #process: Promise<PluginProcess> | undefined;
  #ends: number[] = [];
  #failure: string | undefined;
  #isRetired = false;
  #state: Pick<ProcessReport, 'state' | 'since'> = { state: 'idle', since: timeNow() };
  #failures = 0;
  #lastFailure: ProcessReport['lastFailure'] = null;
  /** What it was loaded with: a process that is started later gets the same. */
  #config: { entered: JsonValue | undefined } | undefined;
  /** What its process was started with. */
  #env: Readonly<Record<string, string>> = {};

  constructor(setup: IsolatedSetup) {
    this.#setup = setup;
    this.givenUp = this.#failed.promise;
  }

  get level(): LaunchPlan['level'] {
    return this.#setup.plan.level;
  }

  /** Whether it can reach the network: at the level `process` nothing keeps it from that. */
  get network(): boolean {
    return this.#setup.plan.network || this.level === 'process';
  }

  report(): ProcessReport {
    return { ...this.#state, restarts: this.#failures, lastFailure: this.#lastFailure };
  }

  /** Starts the process and has it inspect its module. */
  async inspect(): Promise<ModuleInspection> {
    const child = await this.#start();
    this.#process = Promise.resolve(child);
    try {
      const described = await child.load(true);
      return rebuildPlugin(described, (...call) => this.#call(...call), this.#config?.entered);
    } catch (error) {
      return { problems: [stoppedProblem(error)] };
    }
  }

  /** Has the next call go to a process that has other variables, if there are others by now. */
  renew(): void {
    if (isDeepStrictEqual(this.#env, this.#setup.plan.env())) return;
    this.#process?.then((child) => child.retire()).catch(() => {});
  }

  /** Running calls may finish; a run that still holds the plugin starts the process again when it needs it. */
  retire(): void {
    this.#isRetired = true;
    this.#process?.then((child) => child.retire()).catch(() => {});
  }

  async close(): Promise<void> {
    this.#isRetired = true;
    this.#failure ??= 'Cadence is stopping.';
    const child = await this.#process?.catch(() => undefined);
    child?.kill('Cadence is stopping');
    await child?.ended;
  }

  async #call(tool: string, args: unknown, context: ToolContext): Promise<JsonValue> {
    const child = await this.#usable();
    context.signal.throwIfAborted();
    const answer = child.call(tool, args, context);
    if (this.#isRetired) child.retire();
    return answer;
  }

  /** One after the other, so that concurrent calls start one process and not many. */
  #usable(): Promise<PluginProcess> {
    const restart = () => this.#restart();
    this.#process =
      this.#process?.then((child) => (child.isUsable ? child : restart()), restart) ?? restart();
    return this.#process;
  }

  async #restart(): Promise<PluginProcess> {
    const { folder, hash } = this.#setup.target;
    if (this.#failure !== undefined) throw notRunning(this.#failure);
    if ((await folderHash(folder).catch(() => undefined)) !== hash)
      throw notRunning('its files were changed or taken away after it was loaded');
    const child = await this.#start();
    await child.load(false).catch((error: unknown) => {
      throw isProcessEnd(error) ? notRunning(error.reason) : error;
    });
    return child;
  }

  async #start(): Promise<PluginProcess> {
    const { target, plan, log, timeouts = processTimeouts } = this.#setup;
    const { memoryMb, level, network } = plan;
    const env = plan.env();
    this.#env = env;
    const child = new PluginProcess({
      child: await launchChild(plan, env),
      target,
      timeouts,
      memoryMb,
      mayFetch: network,
      configOf: (slug) => {
        this.#config ??= { entered: this.#setup.configOf?.(slug) };
        return this.#config.entered;
      },
      // What it was given must not come back, in whatever it returns.
      mask: secretValues(Object.values(env), { shortest: SHORTEST_SECRET }).mask,
    });
    log.debug('plugin process started', { folder: target.folder, level });
    this.#state = { state: 'running', since: timeNow() };
    void child.ended.then((end) => this.#onEnd(child, end));
    return child;
  }

  #onEnd(child: PluginProcess, { reason, detail }: ProcessEnd): void {
    const { target, log } = this.#setup;
    this.#state = { state: 'idle', since: timeNow() };
    if (this.#isRetired || child.isRetired) return;
    this.#failures++;
    this.#lastFailure = { at: timeNow(), reason: detail === undefined ? reason : `${reason} (${detail})` };
    log.warn('the process of a plugin ended', { folder: target.folder, reason, detail });
    const time = performance.now();
    this.#ends = [...this.#ends.filter((end) => end > time - RESTART_WINDOW_MS), time];
    if (this.#ends.length <= MAX_RESTARTS) return;
    this.#failure = `its process ended ${this.#ends.length} times within a minute, the last time because ${reason}`;
    this.#failed.resolve(`It was given up: ${this.#failure}${detail === undefined ? '' : ` (${detail})`}.`);
  }
}

const timeNow = () => new Date(now()).toISOString();

const notRunning = (reason: string): CadenceError =>
  new CadenceError('PLUGIN_FAILED', `The plugin is not running: ${reason}.`, {
    hint: 'See "cadence plugin list"; a reload starts it anew.',
  });

function isProcessEnd(value: unknown): value is ProcessEnd {
  return typeof value === 'object' && value !== null && 'reason' in value && 'detail' in value;
}

function stoppedProblem(error: unknown): Problem {
  const { reason, detail } = isProcessEnd(error)
    ? error
    : { reason: 'what it says of itself cannot be read', detail: undefined };
  const message = `Its process was stopped or ended: ${reason}${detail === undefined ? '' : ` (${detail})`}.`;
  return fault('PLUGIN_STOPPED', 'package.json', message, 'Fix it, and install it again.');
}

export interface ProcessKeeper {
  /** Sets which plugins are in use; a process that no longer is ends after its last call. */
  use(plugins: Iterable<IsolatedPlugin | undefined>): void;
  close(): Promise<void>;
}

/** Tracks the plugins in use, and reports those that were given up. */
export function processKeeper(onGivenUp: (plugin: IsolatedPlugin, reason: string) => void): ProcessKeeper {
  let used: ReadonlySet<IsolatedPlugin> = new Set();
  return {
    use(plugins) {
      const next = new Set([...plugins].filter((plugin) => plugin !== undefined));
      for (const plugin of used) if (!next.has(plugin)) plugin.retire();
      for (const plugin of next)
        if (!used.has(plugin)) void plugin.givenUp.then((reason) => onGivenUp(plugin, reason));
      used = next;
    },
    async close() {
      await Promise.all([...used].map((plugin) => plugin.close()));
    },
  };
}
