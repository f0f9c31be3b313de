import { isJsonObject, parseJson, type ToolCall } from '@cadence-agents/contracts';
import { newId } from '../../machine.ts';

/** A tool call from the text of its arguments; what is not a JSON object is kept as `malformed`. */
export function readToolCall(id: string, name: string, argumentText: string): ToolCall {
  const callId = id === '' ? `call_${newId().replaceAll('-', '')}` : id;
  if (argumentText.trim() === '') return { id: callId, name, args: {} };
  const args = parseJson(argumentText);
  if (isJsonObject(args)) return { id: callId, name, args };
  return { id: callId, name, args: {}, malformed: argumentText };
}
