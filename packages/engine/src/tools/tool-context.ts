import { CadenceError, type Tool, type ToolContext } from '@cadence-agents/contracts';
import type { EmitEvent } from '../events/emitter.ts';
import type { Log } from '../log.ts';
import { type Masking, maskFields } from '../masking/redact.ts';
import { checkedEvent, MESSAGES_PER_CALL } from './plugin-event.ts';

interface ToolContextSetup extends Omit<ToolContext, 'log' | 'emit'> {
  runId: string;
  emit: EmitEvent;
  log: Log;
  mask: Masking;
}

/** What one attempt of a call is handed. Once the call is over it says nothing any more: its run may be over too. */
export function toolContext(
  { name }: Tool,
  { runId, emit, log, mask, ...own }: ToolContextSetup,
): { context: ToolContext; close: () => void } {
  let said = 0;
  let open = true;
  const mayStillSpeak = () => {
    if (open && ++said > MESSAGES_PER_CALL)
      throw new CadenceError('PLUGIN_FAILED', 'It sent far more messages than a call may.');
    return open;
  };
  const { fetch, signal } = own;
  const context: ToolContext = {
    ...own,
    fetch: (url, init = {}) =>
      fetch(url, { ...init, signal: init.signal ? AbortSignal.any([signal, init.signal]) : signal }),
    log(message, fields = {}) {
      if (mayStillSpeak()) log.info(mask(message), { runId, tool: name, ...maskFields(fields, mask) });
    },
    emit(data) {
      if (!mayStillSpeak()) return;
      emit('on_custom_event', { status: 'tool', tool: name, ...maskFields(checkedEvent(data), mask) });
    },
  };
  const close = () => {
    open = false;
  };
  return { context, close };
}
