import { styleText } from 'node:util';
import type { RoutingReceipt, RunEvent, RunRecord, StepRecord } from '@cadence-agents/contracts';
import { asTyped } from './command-name.ts';
import { findRun } from './find-run.ts';
import { withStore } from './local-cadence.ts';
import { bold, brief, dim, localTime, plural, printJson, shortId } from './output.ts';
import { showCalls } from './run-calls.ts';

interface ShowOptions {
  at?: string;
  calls?: boolean;
  json?: boolean;
}

/** A run as people look back on it: its steps, and what happened in each. */
export async function showRun(idOrPrefix: string, { at, calls, json }: ShowOptions): Promise<void> {
  if (calls) return showCalls(idOrPrefix, { json });
  const { localPrincipal, readHistory, readStep } = await import('@cadence-agents/server/app');
  await withStore(async (local) => {
    const { id } = await findRun(local, idOrPrefix);
    if (at !== undefined) {
      const { messages } = await readStep(local, localPrincipal, { id, step: at });
      return printJson({ messages });
    }
    const { run, events, steps: taken } = await readHistory(local, localPrincipal, { id });
    const details = numbered(visitsIn(events), taken);
    if (json) return printJson({ run, steps: details });
    console.log([...head(run), '', ...outcome(run), ...steps(details), '', usage(run)].join('\n'));
  });
}

const indented = (text: string) => text.replaceAll(/^/gm, '  ');

function head({ id, status, conversationId, workflowId, workflowVersion, ...run }: RunRecord): string[] {
  const { startedAt, endedAt, attempt } = run;
  const took = startedAt && endedAt ? `, ${(Date.parse(endedAt) - Date.parse(startedAt)) / 1000} s` : '';
  const again = attempt > 1 ? `, taken up ${attempt} times` : '';
  const version = workflowVersion === null ? '' : ` (version ${workflowVersion})`;
  return [
    `${bold(id)}  ${colouredStatus(status)}`,
    dim(`${localTime(run.createdAt)}${took}${again}`),
    dim(`workflow ${workflowId}${version}, conversation ${conversationId}`),
  ];
}

function colouredStatus(status: RunRecord['status']): string {
  if (status === 'completed') return styleText('green', status);
  return styleText(status === 'failed' || status === 'cancelled' ? 'red' : 'yellow', status);
}

function outcome({ id, input, answer, handoff, error, status }: RunRecord): string[] {
  const lines = [bold('Question'), indented(input), ''];
  if (answer !== '') lines.push(bold('Answer'), indented(answer), '');
  if (error) lines.push(bold('Error'), indented(`${error.code}: ${error.message}`), '');
  if (handoff) {
    const choices = handoff.choices ? ` (${handoff.choices.join(' / ')})` : '';
    lines.push(bold('Waits for a person'), indented(`${handoff.question}${choices}`), '');
  }
  if (handoff || status === 'running' || status === 'queued') {
    lines.push(asTyped(`Go on with: cadence run resume ${shortId(id)}${handoff ? ' --answer "…"' : ''}`), '');
  }
  return lines;
}

function steps(all: readonly StepDetails[]): string[] {
  if (all.length === 0) return ['No steps yet.'];
  const width = Math.max(...all.map(({ node }) => node.length));
  const isFirst = ({ step }: StepDetails, index: number) => step === null || all[index - 1]?.step !== step;
  return [bold('Steps'), ...all.flatMap((step, index) => stepLines(step, isFirst(step, index), width))];
}

function stepLines(details: StepDetails, isFirst: boolean, width: number): string[] {
  const { step, checkpointId, node, tools, route, errors } = details;
  const number = (isFirst ? String(step ?? '·') : '').padStart(4);
  const id = isFirst ? (checkpointId ?? 'under way') : '';
  return [
    `${number}  ${node.padEnd(width)}  ${dim(id)}`.trimEnd(),
    ...tools.map(({ tool, input, output, isError }) => {
      const result = output === undefined ? '…' : `${isError ? '✗' : '='} ${brief(output, 80)}`;
      return `        ${tool} ${brief(JSON.stringify(input) ?? '', 80)} ${result}`;
    }),
    ...errors.map((message) => `        ${styleText('red', '✗')} ${message}`),
    ...(route ? [`        ${why(route)}`] : []),
  ];
}

/** Why the run went where it went. */
function why({ to, rule, label, candidates, reason, warning }: RoutingReceipt): string {
  const others = candidates.map((candidate) => candidate.label ?? 'always');
  const chosen = rule === 'label' ? `"${label}" of ${others.join(', ')}` : rule;
  const because = [reason, warning].filter(Boolean).map((text) => `; ${text}`);
  return `→ ${to ?? 'end'} ${dim(`(${chosen}${because.join('')})`)}`;
}

function usage({ usage: { modelCalls, inputTokens, outputTokens, cachedInputTokens } }: RunRecord): string {
  const cached = cachedInputTokens === undefined ? '' : ` (${cachedInputTokens} cached)`;
  return dim(`${plural(modelCalls, 'model call')}, ${inputTokens} tokens in${cached}, ${outputTokens} out`);
}

interface ToolUse {
  tool: string;
  input: unknown;
  /** Absent while it is under way, or when nobody lived to see its end. */
  output?: string;
  isError?: boolean;
}

interface StepDetails {
  /** Its number in the conversation and the id of the state after it; both `null` while it is under way. */
  step: number | null;
  checkpointId: string | null;
  node: string;
  tools: ToolUse[];
  /** Where it led, and why. */
  route: RoutingReceipt | null;
  errors: string[];
}

/** Each visit with the step it belongs to: a node that only decides shares the step of the one before it. */
function numbered(visits: readonly StepDetails[], taken: readonly StepRecord[]): StepDetails[] {
  const steps = taken.filter(({ node }) => node !== null);
  let current: StepRecord | undefined;
  return visits.map((visit) => {
    if (steps[0]?.node === visit.node) current = steps.shift();
    // Without a route it did not get to its end.
    if (!current || (visit.route === null && current.node !== visit.node)) return visit;
    return { ...visit, step: current.step, checkpointId: current.checkpointId };
  });
}

const newVisit = (node: string): StepDetails => ({
  step: null,
  checkpointId: null,
  node,
  tools: [],
  route: null,
  errors: [],
});

/** The visits to nodes in their order; each became one step when it was done. */
function visitsIn(events: readonly RunEvent[]): StepDetails[] {
  const visits: StepDetails[] = [];
  const calls = new Map<string, ToolUse>();
  for (const event of events) {
    if (event.type === 'on_node_start') visits.push(newVisit(event.node ?? ''));
    const visit = visits.at(-1);
    if (visit) record(visit, event, calls);
  }
  return visits;
}

function record(visit: StepDetails, event: RunEvent, calls: Map<string, ToolUse>): void {
  if (event.type === 'on_route') visit.route = event.data;
  else if (event.type === 'on_error') visit.errors.push(event.data.message);
  else if (event.type === 'on_tool_start') {
    const use: ToolUse = { tool: event.data.tool, input: event.data.input };
    visit.tools.push(use);
    calls.set(event.data.callId, use);
  } else if (event.type === 'on_tool_end') {
    const { callId, output, isError } = event.data;
    Object.assign(calls.get(callId) ?? {}, { output, isError });
  }
}
