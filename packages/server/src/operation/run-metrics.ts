// Counts from the events of runs; text, which is most of them, costs one comparison.
import type { RunEvent, RunRecord } from '@cadence-agents/contracts';
import type { ObserveRun } from '@cadence-agents/engine';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { boundedLabel } from './bounded-label.ts';

export function runMetrics(registers: Registry[]): ObserveRun {
  const active = new Gauge({
    name: 'cadence_runs_active',
    help: 'Runs under way in this process',
    registers,
  });
  const runs = new Counter({
    name: 'cadence_runs_total',
    help: 'Runs that ended, or stopped to wait for a person',
    labelNames: ['workflow', 'status'],
    registers,
  });
  const duration = new Histogram({
    name: 'cadence_run_duration_seconds',
    help: 'From taking a run up to its end; the wait for a person is not in it',
    labelNames: ['workflow'],
    buckets: [0.05, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300],
    registers,
  });
  const calls = callMetrics(registers);
  const workflowLabel = boundedLabel();
  return (run: RunRecord) => {
    const started = performance.now();
    const workflow = workflowLabel(run.workflowId);
    const call = calls();
    active.inc();
    return {
      onEvent(event) {
        if (event.type === 'on_chat_model_stream') return;
        call(event);
        if (event.type !== 'on_run_end') return;
        runs.inc({ workflow, status: event.data.status });
        duration.observe({ workflow }, (performance.now() - started) / 1000);
      },
      onLeft: () => active.dec(),
    };
  };
}

/** Counts the calls of each run. */
function callMetrics(registers: Registry[]): () => (event: RunEvent) => void {
  const models = new Counter({
    name: 'cadence_model_calls_total',
    help: 'Model calls, with what came of them after retries',
    labelNames: ['model', 'outcome'],
    registers,
  });
  const tokens = new Counter({
    name: 'cadence_model_tokens_total',
    help: 'Tokens that model calls used',
    labelNames: ['model', 'direction'],
    registers,
  });
  const cached = new Counter({
    name: 'cadence_model_cached_tokens_total',
    help: 'Input tokens that providers had in their cache',
    labelNames: ['model'],
    registers,
  });
  const tools = new Counter({
    name: 'cadence_tool_calls_total',
    help: 'Tool calls',
    labelNames: ['tool', 'outcome'],
    registers,
  });
  const toolDuration = new Histogram({
    name: 'cadence_tool_call_duration_seconds',
    help: 'From the start of a tool call to its end, retries among it',
    labelNames: ['tool'],
    buckets: [0.005, 0.02, 0.1, 0.5, 1, 2, 5, 10, 30, 60],
    registers,
  });
  const modelLabel = boundedLabel();
  const toolLabel = boundedLabel();
  return () => {
    let asked: string | undefined;
    const started = new Map<string, number>();
    return (event) => {
      if (event.type === 'on_chat_model_start') asked = event.data.model;
      else if (event.type === 'on_chat_model_end') {
        const model = modelLabel(event.data.model);
        const { inputTokens, outputTokens, cachedInputTokens = 0 } = event.data.usage;
        asked = undefined;
        models.inc({ model, outcome: 'ok' });
        tokens.inc({ model, direction: 'input' }, inputTokens);
        tokens.inc({ model, direction: 'output' }, outputTokens);
        if (cachedInputTokens > 0) cached.inc({ model }, cachedInputTokens);
      } else if (event.type === 'on_error' && asked !== undefined) {
        models.inc({ model: modelLabel(asked), outcome: 'failed' });
        asked = undefined;
      } else if (event.type === 'on_tool_start') started.set(event.data.callId, performance.now());
      else if (event.type === 'on_tool_end') {
        const { callId, isError } = event.data;
        const tool = toolLabel(event.data.tool);
        tools.inc({ tool, outcome: isError ? 'failed' : 'ok' });
        const start = started.get(callId);
        // A call that was taken up after a restart began in another process.
        if (start !== undefined) toolDuration.observe({ tool }, (performance.now() - start) / 1000);
        started.delete(callId);
      }
    };
  };
}
