import { readFileSync } from 'node:fs';
import { type ApiModelCall, CadenceError, endpoints } from '@cadence-agents/contracts';
import { findRun } from './find-run.ts';
import { withCadence } from './local-cadence.ts';
import { countOption } from './options.ts';
import { bold, dim, printJson } from './output.ts';
import { readMessages } from './read-messages.ts';
import { said, spentText } from './run-calls.ts';

interface TryOptions {
  model?: string;
  system?: string;
  messages?: string;
  temperature?: number;
  maxOutputTokens?: number;
  json?: boolean;
}

/** A model call of a run, asked anew with changes: what was said then, and what is said now. */
export async function tryCall(idOrPrefix: string, call: string, options: TryOptions): Promise<void> {
  const { json, messages, system, ...rest } = options;
  const changes = endpoints.tryCall.body.safeParse({
    ...rest,
    ...(system !== undefined && { system: readFileSync(system, 'utf8') }),
    ...(messages !== undefined && { messages: readMessages(messages) }),
  });
  if (!changes.success) {
    const [problem] = changes.error.issues;
    throw new CadenceError('INPUT_INVALID', `${problem?.path.join('.')}: ${problem?.message}`);
  }
  const number = countOption(call);
  const { localPrincipal, readCall, tryCall: tryAgain } = await import('@cadence-agents/server/app');
  const { before, after } = await withCadence(null, async (local) => {
    const { id } = await findRun(local, idOrPrefix);
    const { signal } = new AbortController();
    return {
      before: await readCall(local, localPrincipal, { id, number }),
      after: await tryAgain(local, localPrincipal, { id, number, signal }, changes.data),
    };
  });
  if (json) return printJson(after);
  console.log([sideText('recorded', before), sideText('now', after)].join('\n\n'));
}

const sideText = (when: string, call: ApiModelCall): string =>
  [
    `${bold(when)}  ${call.reply?.model ?? call.request.model}`,
    dim(spentText(call)),
    call.reply ? said(call.reply) : (call.error?.message ?? 'It said nothing: it was stopped.'),
  ].join('\n');
