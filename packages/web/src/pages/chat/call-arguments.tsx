import type { JsonObject, ToolCall } from '@cadence/contracts';
import { TextAreaField } from '../../components/field.tsx';
import { texts } from '../../texts.ts';

export interface CallArgumentsProps {
  call: ToolCall;
  /** As edited; the call's own when absent. */
  text: string | undefined;
  onChange: (text: string) => void;
}

/** The arguments of a call that waits for approval, to be read and changed. */
export function CallArguments({ call, text, onChange }: CallArgumentsProps) {
  const shown = text ?? JSON.stringify(call.args, null, 2);
  return (
    <TextAreaField
      label={texts.chat.argumentsOf(call.name)}
      spellCheck={false}
      rows={Math.min(10, shown.split('\n').length)}
      value={shown}
      onChange={(event) => onChange(event.target.value)}
      error={readArguments(text, call.args) === undefined ? texts.chat.badJson : undefined}
    />
  );
}

/** What the text says, or nothing when it is not a JSON object. */
export function readArguments(text: string | undefined, given: JsonObject): JsonObject | undefined {
  if (text === undefined) return given;
  try {
    const parsed: unknown = JSON.parse(text);
    return isObject(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
