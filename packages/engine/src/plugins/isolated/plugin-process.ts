// One running process of a plugin, seen from Cadence. If it times out, sends too much or ends, only the calls
// it was working on fail.
import type { ChildProcess } from 'node:child_process';
import type { JsonValue, ToolContext } from '@cadence-agents/contracts';
import { MESSAGES_PER_CALL } from '../../tools/plugin-event.ts';
import {
  type EnteredConfig,
  type InspectPhase,
  inspectPhases,
  type ModuleTarget,
} from '../inspect/inspect-module.ts';
import { ChildLink, type ProcessEnd } from './child-link.ts';
import { type CallsSetup, RunningCalls } from './running-calls.ts';
import type { DescribedPlugin, FromChild } from './wire-messages.ts';

export interface ProcessSetup extends CallsSetup {
  child: ChildProcess;
  target: ModuleTarget;
  memoryMb: number;
  configOf: EnteredConfig;
}

/** How far the allowance of messages may grow while calls do not use it. */
const LARGEST_ALLOWANCE = 10 * MESSAGES_PER_CALL;

const phaseWords: Record<InspectPhase, string> = {
  import: 'while it was imported',
  agent: 'while it made its agent',
  dependencies: 'in validateDependencies',
  health: 'in its health check',
};

export class PluginProcess {
  readonly ended: Promise<ProcessEnd>;
  readonly #setup: ProcessSetup;
  readonly #link: ChildLink;
  readonly #calls: RunningCalls;
  readonly #loaded = Promise.withResolvers<DescribedPlugin>();
  #isLoading = false;
  #hasConfig = false;
  #isRetired = false;
  #phases = 0;
  #allowance = MESSAGES_PER_CALL;
  #timer: NodeJS.Timeout | undefined;

  constructor(setup: ProcessSetup) {
    const { child, memoryMb } = setup;
    this.#setup = setup;
    this.#link = new ChildLink(child, memoryMb, (message) => this.#take(message));
    this.#calls = new RunningCalls(this.#link, setup, () => this.retire());
    this.ended = this.#link.ended.then((end) => {
      clearTimeout(this.#timer);
      this.#calls.failAll(end.reason);
      this.#loaded.reject(end);
      return end;
    });
    // Nobody may be waiting for it.
    this.#loaded.promise.catch(() => {});
    this.#watch();
  }

  /** Whether it takes further calls. */
  get isUsable(): boolean {
    return !this.#link.isGone && !this.#isRetired;
  }

  get isRetired(): boolean {
    return this.#isRetired;
  }

  /** Imports the plugin in the process; rejects with a `ProcessEnd` if the process ends meanwhile. */
  async load(asksPlugin: boolean): Promise<DescribedPlugin> {
    const { target, timeouts } = this.#setup;
    this.#isLoading = true;
    this.#setTimeout(timeouts.start, 'before it was ready');
    this.#link.ref(true);
    this.#link.send({ type: 'load', target, asksPlugin });
    try {
      return await this.#loaded.promise;
    } finally {
      this.#isLoading = false;
      this.#watch();
    }
  }

  async call(tool: string, args: unknown, context: ToolContext): Promise<JsonValue> {
    this.#allowance = Math.min(this.#allowance + MESSAGES_PER_CALL, LARGEST_ALLOWANCE);
    const answer = this.#calls.start(tool, args, context);
    this.#link.ref(true);
    clearTimeout(this.#timer);
    try {
      return await answer;
    } finally {
      this.#watch();
    }
  }

  /** Ends it as soon as no call is left. */
  retire(): void {
    this.#isRetired = true;
    this.#watch();
  }

  kill(reason: string): void {
    this.#link.kill(reason);
  }

  #take(message: FromChild | undefined): void {
    if (message?.type === 'loaded') this.#loaded.resolve(message.plugin);
    else if (message?.type === 'phase') this.#enter(message.phase);
    else if (message?.type === 'wants-config') this.#tellConfig(message.slug);
    else if (message?.type === 'pong') this.#watch();
    else if (message?.type === 'result' || message?.type === 'error') this.#calls.take(message);
    else if (--this.#allowance < 0) this.kill('it sent far more messages than a call may');
    else if (message && 'id' in message) this.#calls.take(message);
  }

  #tellConfig(slug: string): void {
    if (!this.#isLoading || this.#hasConfig) return;
    this.#hasConfig = true;
    this.#link.send({ type: 'config', entered: this.#setup.configOf(slug) });
  }

  /** Each phase once and in order, so that a plugin cannot extend its timeout by going back. */
  #enter(phase: InspectPhase): void {
    const place = inspectPhases.indexOf(phase);
    if (!this.#isLoading || place < this.#phases) return;
    this.#phases = place + 1;
    const { importTimeoutMs, healthTimeoutMs } = this.#setup.target;
    const ms = phase === 'import' || phase === 'agent' ? importTimeoutMs : healthTimeoutMs;
    // The process itself times out first where it can, with a better message.
    this.#setTimeout(ms + this.#setup.timeouts.answer, phaseWords[phase]);
  }

  #setTimeout(ms: number, when: string): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.kill(`it did not answer for ${ms} ms ${when}`), ms);
  }

  /** Pings an idle process now and then: it may be busy with work that nobody asked for. */
  #watch(): void {
    if (this.#isLoading || this.#calls.size > 0 || this.#link.isGone) return;
    clearTimeout(this.#timer);
    this.#link.ref(false);
    if (this.#isRetired) this.kill('it was no longer needed');
    else this.#pingLater();
  }

  #pingLater(): void {
    const { idle, answer } = this.#setup.timeouts;
    this.#timer = setTimeout(() => {
      this.#link.send({ type: 'ping' });
      this.#timer = setTimeout(
        () => this.kill('it was busy without a call and answered nothing'),
        answer,
      ).unref();
    }, idle).unref();
  }
}
