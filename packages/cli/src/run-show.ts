import { styleText } from 'node:util';
import type { RoutingReceipt, RunRecord } from '@cadence/contracts';
import { findStep, messagesAfter } from '@cadence/server';
import { findRun } from '../find-run.ts';
import { runDetails, type StepDetails } from '../run-details.ts';
import { shortId } from '../short-id.ts';
import { brief, localTime, plural } from '../text-table.ts';
import { withStorage } from '../with-storage.ts';

interface RunShowOptions {
  at?: string;
  json?: boolean;
}

export async function runShow(idOrPrefix: string, { at, json }: RunShowOptions): Promise<void> {
  await withStorage(async (opened) => {
    const run = await findRun(opened.store, idOrPrefix);
    if (at !== undefined) {
      const messages = await messagesAfter(opened.database, run, await findStep(opened.database, run, at));
      return console.log(JSON.stringify({ messages }, null, 2));
    }
    const details = await runDetails(opened, run);
    if (json) return console.log(JSON.stringify(details, null, 2));
    console.log([...head(run), '', ...outcome(run), ...steps(details.steps), '', usage(run)].join('\n'));
  });
}

const dim = (text: string) => styleText('dim', text);
const bold = (text: string) => styleText('bold', text);
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
    lines.push(`Go on with: cadence run resume ${shortId(id)}${handoff ? ' --answer "…"' : ''}`, '');
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

function usage({ usage: { modelCalls, inputTokens, outputTokens } }: RunRecord): string {
  return dim(`${plural(modelCalls, 'model call')}, ${inputTokens} tokens in, ${outputTokens} out`);
}
