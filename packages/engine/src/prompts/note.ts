// What a call is told after the conversation, because it is new at every turn or every call: providers cache a prompt
// up to the first thing that has changed.
import { LruCache, type TurnState, type UserProfile } from '@cadence-agents/contracts';

/** What of a visit the note is made from. */
interface Visit {
  /** In milliseconds since the epoch. */
  now: () => number;
  profile: () => Promise<UserProfile | undefined>;
}

/** The day and the language of the user, and what else a node has to say. Empty parts are left out. */
export async function noteFor({ now, profile }: Visit, ...parts: readonly string[]): Promise<string> {
  const { preferences = {} } = (await profile()) ?? {};
  const { timeZone, language } = preferences;
  return [today(now(), timeZone), languageLine(language), ...parts].filter(Boolean).join('\n');
}

export const styleLine = (description: string): string => `Style: ${description}`;

export const handOverLine = ({ handedOver }: TurnState): string =>
  handedOver ? `${handedOver.from} handed over to you: ${handedOver.reason}` : '';

export const taskLine = ({ handedOver }: TurnState): string =>
  handedOver ? `Your task, from the coordinator: ${handedOver.reason}` : '';

const languageLine = (language: unknown) =>
  typeof language === 'string' && language.trim() !== ''
    ? `The user's own language: ${language.trim().slice(0, 50)}.`
    : '';

const serverZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
const dates = new LruCache<string, Intl.DateTimeFormat>(100);
const days = new LruCache<string, { quarter: number; day: string }>(100);

// Every zone's day begins at a quarter of an hour.
const QUARTER_MS = 15 * 60_000;

/** The day where the user is; where the server is, when that is not known. */
function today(now: number, timeZone: unknown): string {
  const wanted = typeof timeZone === 'string' && isTimeZone(timeZone) ? timeZone : serverZone;
  const quarter = Math.floor(now / QUARTER_MS);
  const known = days.get(wanted);
  if (known?.quarter === quarter) return known.day;
  const day = `Today is ${formatIn(wanted).format(now)} (${wanted}).`;
  days.set(wanted, { quarter, day });
  return day;
}

const formatIn = (timeZone: string) =>
  dates.getOrCreate(timeZone, () => new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone }));

function isTimeZone(name: string): boolean {
  try {
    formatIn(name);
    return true;
  } catch {
    return false;
  }
}
