import { CadenceError, type StoredSlot, type TurnState } from '@cadence-agents/contracts';
import type { z } from 'zod';

/** What the nodes of one kind, or of one family, keep for each other during a turn. */
export interface Slot<Value> {
  name: string;
  /** What is in it; the initial value before anything was. */
  get(turn: TurnState): Value;
  /** The change of the turn that puts these fields into it. */
  set(turn: TurnState, fields: Partial<Value>): Pick<TurnState, 'slots'>;
  /** The change of the turn that empties it. */
  clear(turn: TurnState): Pick<TurnState, 'slots'>;
}

interface SlotDeclaration<Schema extends z.ZodObject> {
  /** Unique among all kinds, also those of plugins. */
  name: string;
  /** Grows when the schema changes. */
  version: number;
  schema: Schema;
  initial: z.infer<Schema>;
  /** The value in today's form, of one that an older version stored. */
  upgrade?: (value: unknown, version: number) => unknown;
}

/** The forms of the slots that are declared, by name. */
const forms = new Map<string, z.ZodObject>();

/** What is wrong with a value for a slot; of one that is not declared here nothing is known. */
export function slotProblems(name: string, value: unknown): { path: string; message: string }[] {
  const issues = forms.get(name)?.safeParse(value).error?.issues ?? [];
  return issues.map(({ path, message }) => ({ path: path.join('.'), message }));
}

/**
 * Declares a place in the turn, with a version and a schema of its own, so that what a kind keeps can change without
 * touching the state of others. A stored value is checked once.
 *
 * @example
 * const tries = defineSlot({ name: 'tries', version: 1, schema: z.object({ count: z.number() }), initial: { count: 0 } });
 * const { count } = tries.get(state.turn);
 * return { label: 'again', turn: tries.set(state.turn, { count: count + 1 }) };
 */
export function defineSlot<Schema extends z.ZodObject>(
  declaration: SlotDeclaration<Schema>,
): Slot<z.infer<Schema>> {
  type Value = z.infer<Schema>;
  const { name, version, initial } = declaration;
  forms.set(name, declaration.schema);
  const checked = new WeakMap<object, Value>();
  const get = ({ slots }: TurnState): Value => {
    const stored = slots[name];
    if (!stored) return initial;
    const known = checked.get(stored.value);
    if (known) return known;
    const value = read(declaration, stored);
    checked.set(stored.value, value);
    return value;
  };
  return {
    name,
    get,
    set(turn, fields) {
      const value = { ...get(turn), ...fields };
      checked.set(value, value);
      return { slots: { ...turn.slots, [name]: { version, value } } };
    },
    clear({ slots: { [name]: _, ...others } }) {
      return { slots: others };
    },
  };
}

function read<Schema extends z.ZodObject>(
  { name, version, schema, upgrade }: SlotDeclaration<Schema>,
  stored: StoredSlot,
): z.infer<Schema> {
  if (stored.version > version) {
    throw new CadenceError(
      'STORE_NEWER',
      `The slot "${name}" of a stored turn has version ${stored.version}.`,
      {
        hint: `Versions up to ${version} are known here: install the version of Cadence, or of the plugin, that was used last.`,
      },
    );
  }
  const value = stored.version < version ? upgrade?.(stored.value, stored.version) : stored.value;
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new CadenceError('STORE_CORRUPT', `The slot "${name}" of a stored turn does not have its form.`, {
    hint: 'The database was changed from outside, or the kind that owns the slot has changed without an upgrade.',
    cause: parsed.error,
  });
}
