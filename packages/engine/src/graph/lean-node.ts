// A LangGraph task without the wrapping around it. LangGraph runs a node as a sequence of traced
// callables (node, update mapper, channel writer, branch), and each builds a tracing object even when
// tracing is off: about a third of a step's CPU. This runnable does the work and writes the channels
// itself, through the function LangGraph hands to every task for that purpose.
import { CadenceError } from '@cadence/contracts';
import { Runnable, type RunnableConfig } from '@langchain/core/runnables';

export type ChannelWrites = [channel: string, value: unknown][];

const SEND = '__pregel_send';

export class LeanNode<Input> extends Runnable<Input, undefined> {
  override lc_namespace = ['cadence'];
  readonly #work: (
    input: Input,
    configurable: Record<string, unknown>,
  ) => Promise<ChannelWrites> | ChannelWrites;

  constructor(
    work: (input: Input, configurable: Record<string, unknown>) => Promise<ChannelWrites> | ChannelWrites,
  ) {
    super();
    this.#work = work;
  }

  override async invoke(input: Input, config?: Partial<RunnableConfig>): Promise<undefined> {
    const configurable = config?.configurable ?? {};
    const send: unknown = configurable[SEND];
    if (typeof send !== 'function') {
      throw new CadenceError('INTERNAL', 'LangGraph did not hand its write function to the task.', {
        hint: 'The installed LangGraph is not the version Cadence was built for; run npm ci.',
      });
    }
    send(await this.#work(input, configurable));
  }
}
