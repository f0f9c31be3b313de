import type {
  CallResult,
  ChatModel,
  ModelCallOptions,
  ModelReply,
  ModelRequest,
  Tool,
  ToolCall,
} from '@cadence-agents/contracts';

/** How a tool call ended, in words for a model. */
export type ToolOutcome = CallResult;

/**
 * Whatever a run gets from others than itself. It is called for all of it, so that a recorder can keep what comes and a
 * replay give it back.
 */
export interface Outside {
  ask(model: ChatModel, request: ModelRequest, options: ModelCallOptions): Promise<ModelReply>;
  /** Says that readers were shown the whole text of a reply as this message. */
  shownAs(reply: ModelReply, messageId: string): void;
  /** Rejects when the signal is aborted. */
  callTool(
    call: ToolCall,
    tool: Tool | undefined,
    run: () => Promise<ToolOutcome>,
    signal: AbortSignal,
  ): Promise<ToolOutcome>;
  /** A visit to a node whose kind a plugin brought. */
  visitKind<T>(node: string, visit: () => Promise<T>, signal: AbortSignal): Promise<T>;
}

/** With nobody in between. */
export const directly: Outside = {
  ask: (model, request, options) => model.generate(request, options),
  shownAs() {},
  callTool: (_call, _tool, run) => run(),
  visitKind: (_node, visit) => visit(),
};
