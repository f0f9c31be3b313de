import type { ApiModelCall } from '@cadence-agents/contracts';
import { findRun } from './find-run.ts';
import { withCadence } from './local-cadence.ts';
import { bold, dim, printJson } from './output.ts';

/** What each model of a run was sent and what it said. */
export async function showCalls(idOrPrefix: string, { json }: { json?: boolean | undefined }): Promise<void> {
  const { localPrincipal, readCalls } = await import('@cadence-agents/server/app');
  const { items, divergence } = await withCadence(null, async (local) => {
    const { id } = await findRun(local, idOrPrefix);
    return readCalls(local, localPrincipal, { id });
  });
  if (json) return printJson({ calls: items, divergence });
  console.log(items.map(callText).join('\n\n'));
  if (divergence) console.log(dim(`The rest cannot be put together again: ${divergence.message}`));
}

const indented = (text: string) => text.replaceAll(/^/gm, '  ');

function callText(call: ApiModelCall): string {
  const { number, node, request, reply, error, failed } = call;
  return [
    `${bold(`${number}  ${node ?? ''}`)}  ${request.model}`,
    dim(`   ${spentText(call)}`),
    ...failed.map(({ model, code }) => dim(`   ${model} failed before: ${code}`)),
    indented(`${bold('system')}  ${request.system}`),
    ...request.messages.map((message) => indented(`${bold(message.role)}  ${said(message)}`)),
    ...(request.note ? [indented(`${bold('note')}  ${request.note}`)] : []),
    indented(`${bold('tools')}  ${request.tools.map(({ name }) => name).join(', ') || 'none'}`),
    indented(`${bold('reply')}  ${reply ? said(reply) : (error?.message ?? 'none: it was stopped')}`),
  ].join('\n');
}

/** What a call took. */
export function spentText({ reply, ms, cost }: Pick<ApiModelCall, 'reply' | 'ms' | 'cost'>): string {
  const { inputTokens = 0, outputTokens = 0, cachedInputTokens } = reply?.usage ?? {};
  const cached = cachedInputTokens === undefined ? '' : ` (${cachedInputTokens} cached)`;
  const price = cost === null ? '' : `, ${cost.toFixed(6)}`;
  return `${ms} ms, ${inputTokens} tokens in${cached}, ${outputTokens} out${price}`;
}

export const said = (message: {
  content: string;
  toolCalls?: readonly { name: string; args: unknown }[] | undefined;
}) =>
  [message.content, ...(message.toolCalls ?? []).map(({ name, args }) => `${name} ${JSON.stringify(args)}`)]
    .filter((part) => part !== '')
    .join('\n');
