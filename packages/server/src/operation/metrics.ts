// What Prometheus reads at /metrics.
import type { ObserveRun } from '@cadence-agents/engine';
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { boundedLabel } from './bounded-label.ts';
import { measureEventLoopLag } from './event-loop-lag.ts';
import { type HttpMetrics, httpMetrics } from './http-metrics.ts';
import type { OpenStreams } from './open-streams.ts';
import { promptAnswer } from './prompt-answer.ts';
import { runMetrics } from './run-metrics.ts';

export interface Metrics {
  http: HttpMetrics;
  observeRun: ObserveRun;
  /** Counts an error that escaped from a plugin, if it is known from which. */
  countEscaped: (plugin: string | undefined) => void;
  contentType: string;
  text(): Promise<string>;
}

export interface Measured {
  streams: OpenStreams;
  /** Runs that wait in the store; asked for when the metrics are read. */
  queued: () => Promise<number>;
}

/** The longest delay of a timer: the library measures the event loop too, and cannot be told not to. */
const NEVER_MS = 2 ** 31 - 1;

export function createMetrics({ streams, queued }: Measured): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: NEVER_MS });
  measureEventLoopLag(registry);
  new Gauge({
    name: 'cadence_runs_queued',
    help: 'Runs that wait to be taken up, over all processes',
    registers,
    async collect() {
      try {
        this.set(await promptAnswer(queued()));
      } catch {
        // The other figures are worth having most when the database is away.
        this.remove();
      }
    },
  });
  new Gauge({
    name: 'cadence_streams_active',
    help: 'Streams of events that are open',
    registers,
    collect() {
      this.set(streams.size());
    },
  });
  new Counter({
    name: 'cadence_streams_dropped_total',
    help: 'Readers that stopped reading and were dropped',
    registers,
    collect() {
      this.reset();
      this.inc(streams.dropped());
    },
  });
  const pluginLabel = boundedLabel();
  const escaped = new Counter({
    name: 'cadence_escaped_errors_total',
    help: 'Rejections and exceptions that nobody handled, by the plugin they come from',
    labelNames: ['plugin'],
    registers,
  });
  return {
    countEscaped: (plugin) => escaped.inc({ plugin: pluginLabel(plugin ?? '') }),
    http: httpMetrics(registers),
    observeRun: runMetrics(registers),
    contentType: registry.contentType,
    text: () => registry.metrics(),
  };
}
