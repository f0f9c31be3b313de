import { CadenceError } from '@cadence-agents/contracts';
import type { NodeContext, NodeResult } from './node-behaviour.ts';

/** Work whose failure makes the answer poorer rather than ending the run: it is logged, told, and gone on from. */
export async function degradeOnError<Result = NodeResult>(
  context: NodeContext,
  work: () => Promise<Result>,
  degraded: (error: CadenceError) => Result,
): Promise<Result> {
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
