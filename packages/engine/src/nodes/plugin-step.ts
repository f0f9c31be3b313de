import { CadenceError, type KindResult, type PluginKind, usageSchema } from '@cadence/contracts';
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
    const result = await untilAborted(signal, work()).catch((error: unknown) => {
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
    return toResult(kind.type, node.nodeName, result, context);
  };
}

function toResult(type: string, agent: string, given: unknown, { newId, mask }: NodeContext): NodeResult {
  const parsed = resultSchema.safeParse(given);
  if (!parsed.success) throw failed(type, parsed.error, 'Return { label }, with null for no label.');
  const { answer: said, reason, warning, ...rest } = parsed.data;
  const result = {
    ...rest,
    ...(reason !== undefined && { reason: mask(reason) }),
    ...(warning !== undefined && { warning: mask(warning) }),
  };
  if (said === undefined) return result;
  const answer = mask(said);
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
