import type { Message } from '@cadence/contracts';
import { Annotation } from '@langchain/langgraph';
import { type MessageUpdate, mergeMessages, mergeTurn, type TurnState } from '../state.ts';

/** The run's state as LangGraph channels. */
export const stateChannels = Annotation.Root({
  messages: Annotation<Message[], MessageUpdate[]>({ reducer: mergeMessages, default: () => [] }),
  turn: Annotation<TurnState>({ reducer: mergeTurn }),
});
