// What prompts name of the person who asks, as `{{user.name}}`: it stays the same for a conversation, so that a
// provider's cache of the prompt holds. The day, the tone and the like are told after the conversation instead.

/** What of a profile a prompt can name. */
interface KnownUser {
  name?: string | undefined;
  roles?: readonly string[];
  preferences?: Readonly<Record<string, unknown>>;
}

/** Every variable that a prompt can name, with what stands in its place. */
export const promptVariables = {
  'user.name': 'What the user is called.',
  'user.roles': 'The roles of the user, with commas between them.',
  'user.language': 'The language that the user prefers.',
  'user.timeZone': 'The time zone of the user.',
} as const;

/** Any other preference of a user. */
const PREFERENCE = 'user.preferences.';
/** A profile is written by whoever it is about. */
const MOST_LETTERS = 100;

/** `{{name}}`, or `{{name | what to say where nothing is known}}`. */
const written = /\{\{\s*([\w.-]+)\s*(?:\|([^{}]*))?\}\}/g;

/** Names that a text has in double braces, each once. */
export const variablesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(written)].map(([, name = '']) => name)),
];

export const isPromptVariable = (name: string): boolean =>
  Object.hasOwn(promptVariables, name) || (name.startsWith(PREFERENCE) && name.length > PREFERENCE.length);

/**
 * A prompt with what is known of the user in the place of its variables. Other names in double braces stay as they are.
 *
 * @example
 * ```ts
 * fillVariables('You talk to {{user.name | a guest}}.', { name: 'Ada', roles: [], preferences: {} });
 * // 'You talk to Ada.'
 * ```
 */
export const fillVariables = (text: string, profile: KnownUser | undefined): string =>
  text.replaceAll(written, (whole, name: string, otherwise = '') =>
    isPromptVariable(name) ? wordsFor(name, profile) || otherwise.trim() : whole,
  );

/** One short line, whatever the profile says. */
function wordsFor(name: string, { name: called, roles = [], preferences = {} }: KnownUser = {}) {
  const key = name.startsWith(PREFERENCE) ? name.slice(PREFERENCE.length) : name.slice('user.'.length);
  const preferred = Object.hasOwn(preferences, key) ? preferences[key] : undefined;
  const value = name === 'user.name' ? called : name === 'user.roles' ? roles.join(', ') : preferred;
  const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  return isPlain ? String(value).replaceAll(/\s+/g, ' ').trim().slice(0, MOST_LETTERS) : '';
}
