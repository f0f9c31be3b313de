import { CadenceError } from '@cadence/contracts';
import type { NodeContext, NodeResult } from './node-behaviour.ts';

/** A node whose failure makes the answer poorer rather than ending the run: it is logged, told, and gone on from. */
export async function degradeOnError(
  context: NodeContext,
  work: () => Promise<NodeResult>,
  degraded: (error: CadenceError) => NodeResult,
): Promise<NodeResult> {
  try {
    return await work();
  } catch (thrown) {
    // Out of time or stopped: that is for the run to deal with.
    if (context.signal.aborted) throw thrown;
    const error = CadenceError.from(thrown);
    context.log.error('node failed', { ...context.where, code: error.code, error });
    context.emit('on_error', {
      code: error.code,
      message: error.message,
      ...(error.hint && { hint: error.hint }),
    });
    return degraded(error);
  }
}
