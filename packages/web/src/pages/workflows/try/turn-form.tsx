import { isJsonObject, type JsonObject, type TurnChange } from '@cadence-agents/contracts';
import { Field, TextAreaField } from '../../../components/field.tsx';
import { ObjectInput } from '../../../components/object-input.tsx';
import { Select, type SelectOption } from '../../../components/select.tsx';
import { fieldOf } from '../../../document/read-draft.ts';
import { tryTexts as words } from './try-texts.ts';

export interface TurnFormProps {
  /** As the run knows it. */
  turn: unknown;
  change: TurnChange;
  nodes: readonly SelectOption[];
  onChange: (change: TurnChange) => void;
}

/** What a run that waits knows beside its messages: where it goes on, and what nodes keep for each other. */
export function TurnForm({ turn, change, nodes, onChange }: TurnFormProps) {
  const at = change.at ?? textOf(turn, 'at');
  const { slots = {} } = change;
  const kept = slotsIn(turn);
  return (
    <div className="flex flex-col gap-3 pt-2">
      <Field label={words.goesOnAt} hint={words.goesOnAtHint}>
        {({ id }) => (
          <Select
            id={id}
            label={words.goesOnAt}
            value={at}
            options={nodes}
            onChange={(node) => onChange({ ...change, at: node })}
          />
        )}
      </Field>
      {(['answer', 'summary'] as const).map((name) => (
        <TextAreaField
          key={name}
          label={words.turnTexts[name]}
          rows={2}
          value={change[name] ?? textOf(turn, name)}
          onChange={({ target }) => onChange({ ...change, [name]: target.value })}
        />
      ))}
      {Object.entries(kept).map(([name, value]) => (
        <ObjectInput
          key={name}
          label={words.slot(name)}
          hint={words.slotHint}
          value={slots[name] ?? value}
          onCommit={(changed) => onChange({ ...change, slots: { ...slots, [name]: changed } })}
        />
      ))}
    </div>
  );
}

const textOf = (turn: unknown, name: string): string => {
  const value = fieldOf(turn, name);
  return typeof value === 'string' ? value : '';
};

/** What the trial itself is told by is set elsewhere. */
function slotsIn(turn: unknown): Record<string, JsonObject> {
  const slots = Object.entries(Object(fieldOf(turn, 'slots')));
  return Object.fromEntries(
    slots.flatMap(([name, slot]) => {
      const value = fieldOf(slot, 'value');
      return isJsonObject(value) && name !== 'trial' ? [[name, value]] : [];
    }),
  );
}
