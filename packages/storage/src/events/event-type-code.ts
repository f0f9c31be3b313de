import type { RunEventType } from '@cadence/contracts';

// A letter for each type, as a batch has many events and their types would be most of its text. Never reuse one.
const codes: Record<RunEventType, string> = {
  on_run_start: 'S',
  on_run_end: 'E',
  on_node_start: 'n',
  on_node_end: 'e',
  on_chat_model_start: 'm',
  on_chat_model_stream: 't',
  on_chat_model_end: 'u',
  on_tool_start: 'c',
  on_tool_end: 'd',
  on_route: 'r',
  on_custom_event: 'x',
  on_interrupt: 'i',
  on_error: 'f',
};
const types = new Map<string, string>(Object.entries(codes).map(([type, code]) => [code, type]));

export const codeOf = (type: RunEventType): string => codes[type];

/** What has no code is a type by its name: so were batches written once. */
export const typeOf = (code: string): string => types.get(code) ?? code;
