import { CadenceError, encodeStrict, type JsonValue } from '@cadence-agents/contracts';

/** Events and log lines that one call may send. */
export const MESSAGES_PER_CALL = 1000;

/** The longest event of a plugin's, as JSON. */
const LONGEST_EVENT = 100_000;

/** An event that a plugin hands over. What could not be stored throws here, in the plugin's own call. */
export function checkedEvent<Data extends Record<string, JsonValue>>(data: Data): Data {
  const { length } = encodeStrict(data, 'event');
  if (length <= LONGEST_EVENT) return data;
  throw new CadenceError('VALUE_NOT_STORABLE', `The event has ${length} characters.`, {
    hint: `At most ${LONGEST_EVENT} are taken; return what is long as the result.`,
  });
}
