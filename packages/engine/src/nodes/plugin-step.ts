import { CadenceError, type KindResult, type PluginKind, usageSchema } from '@cadence-agents/contracts';
import { z } from 'zod';
import { briefly, maskError, maskFields } from '../masking/redact.ts';
import { checkedEvent } from '../tools/plugin-event.ts';
import type { NodeContext, NodeResult, NodeSetup, NodeStep } from './node-behaviour.ts';

const resultSchema: z.ZodType<KindResult> = z.strictObject({
  label: z.string().nullable(),
  answer: z.string().exactOptional(),
  reason: z.string().exactOptional(),
  warning: z.string().exactOptional(),
  usage: usageSchema.exactOptional(),
});

/** The step of a node whose kind a plugin brought. */
export function pluginStep({ kind, behaviour }: PluginKind, { node, model }: NodeSetup): NodeStep {
  return async ({ messages, turn }, context) => {
    const { signal, log, where, emit, mask } = context;
    const state = { node, messages, answer: turn.answer, tone: turn.tone };
    const work = async () =>
      behaviour(state, {
        signal,
        model,
        log: (message, fields = {}) => log.info(mask(message), { ...where, ...maskFields(fields, mask) }),
        emit(data) {
          const { status, ...rest } = checkedEvent(data);
          emit('on_custom_event', { status: mask(String(status)), ...maskFields(rest, mask) });
        },
      });
    const visit = async () => asPlain(kind.type, await untilAborted(signal, work()), mask);
    const result = await context.outside.visitKind(node.nodeName, visit, signal).catch((error: unknown) => {
      if (signal.aborted) throw error;
      const masked = maskError(error, mask);
      log.warn('node kind failed', {
        ...where,
        kind: kind.type,
        reason: briefly(masked.message),
        error: masked,
      });
      throw error instanceof CadenceError ? error : failed(kind.type, error);
    });
    return toResult(node.nodeName, result, context);
  };
}

/** What a visit came to, if it is of the right form, without secrets. */
function asPlain(type: string, given: unknown, mask: NodeContext['mask']): KindResult {
  const parsed = resultSchema.safeParse(given);
  if (!parsed.success) throw failed(type, parsed.error, 'Return { label }, with null for no label.');
  const { answer, reason, warning, ...rest } = parsed.data;
  return {
    ...rest,
    ...(answer !== undefined && { answer: mask(answer) }),
    ...(reason !== undefined && { reason: mask(reason) }),
    ...(warning !== undefined && { warning: mask(warning) }),
  };
}

function toResult(agent: string, { answer, ...result }: KindResult, { newId }: NodeContext): NodeResult {
  if (answer === undefined) return result;
  return {
    ...result,
    messages: [{ id: newId(), role: 'assistant', content: answer, agent }],
    turn: { answer },
  };
}

/** Stops waiting once the run is over, whether or not the plugin listens to the signal. */
async function untilAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const stop = Promise.withResolvers<never>();
  const abort = () => stop.reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([work, stop.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

const failed = (type: string, cause: unknown, hint = 'Its author finds the cause in the log.') =>
  new CadenceError('PLUGIN_FAILED', `The node kind "${type}", which a plugin brings, failed.`, {
    hint,
    cause,
  });
