import { CadenceError, type HandoffAnswer, type ToolCall } from '@cadence-agents/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { toolList } from '../api/workflows.ts';
import { type ArgumentField, fieldsOf, fieldText, keyOf, valueAt } from './argument-fields.ts';
import { readArguments } from './read-arguments.ts';

export interface EditedCall {
  call: ToolCall;
  fields: readonly (ArgumentField & { text: string; problem: string | undefined })[];
  isChanged: boolean;
  type(field: ArgumentField, text: string): void;
  reset(): void;
}

export interface EditedArguments {
  calls: readonly EditedCall[];
  /** Of the calls that a person has changed; `undefined` when there are none. */
  args: HandoffAnswer['args'] | undefined;
  /** Whether a call would have arguments that its tool does not take. */
  isWrong: boolean;
}

type Typed = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** What a person makes of the arguments of calls that wait for approval; `refusal` is what the server said to them. */
export function useEditedArguments(calls: readonly ToolCall[], refusal: unknown): EditedArguments {
  const { data: tools, isPending } = useQuery({ ...toolList, enabled: calls.length > 0 });
  const [typed, setTyped] = useState<Typed>({});
  const refused = refusedFields(refusal);
  const read = calls.map((call) => {
    const own = typed[call.id] ?? {};
    const fields = fieldsOf(tools?.find(({ name }) => name === call.name)?.input, call.args);
    const { args, problems } = readArguments(fields, call.args, own);
    const set = (texts: Record<string, string>) => setTyped((known) => ({ ...known, [call.id]: texts }));
    const edited: EditedCall = {
      call,
      fields: fields.map((field) => {
        const key = keyOf(field);
        const text = own[key] ?? fieldText(field, valueAt(call.args, field.path));
        return { ...field, text, problem: problems.get(key) ?? refused.get(`${call.id}.${key}`) };
      }),
      isChanged: Object.keys(own).length > 0,
      type: (field, text) => set({ ...own, [keyOf(field)]: text }),
      reset: () => set({}),
    };
    return { edited, args, isWrong: problems.size > 0 };
  });
  const changed = read.filter(
    ({ args }, index) => JSON.stringify(args) !== JSON.stringify(calls[index]?.args),
  );
  return {
    calls: read.map(({ edited }) => edited),
    args:
      changed.length > 0
        ? Object.fromEntries(changed.map(({ edited, args }) => [edited.call.id, args]))
        : undefined,
    isWrong: (isPending && calls.length > 0) || read.some(({ isWrong }) => isWrong),
  };
}

/** What the server would not take, by call and field. */
function refusedFields(refusal: unknown): Map<string, string> {
  const details = CadenceError.is(refusal) && Array.isArray(refusal.details) ? refusal.details : [];
  return new Map(
    details.flatMap(({ path, message }: { path?: unknown; message?: unknown }) =>
      typeof path === 'string' && path.startsWith('args.') ? [[path.slice(5), String(message)]] : [],
    ),
  );
}
