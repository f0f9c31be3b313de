import { EmptyChannelError } from '@langchain/langgraph';
import { EphemeralValue } from '@langchain/langgraph/channels';

const empty = new EmptyChannelError();

/**
 * The channel that leads to a node. Of all of a graph's, one at most is not empty, and LangGraph asks each of them at
 * every step: a new error with a new stack for each "empty" is what a step of a large graph would mostly consist of.
 */
export class RouteChannel extends EphemeralValue<unknown> {
  constructor() {
    super(false);
  }

  override fromCheckpoint(checkpoint?: unknown): this {
    const channel = new RouteChannel();
    if (checkpoint !== undefined) channel.value = [checkpoint];
    return channel as this;
  }

  override get(): unknown {
    if (this.value.length === 0) throw empty;
    return this.value[0];
  }

  override checkpoint(): unknown {
    return this.get();
  }
}
