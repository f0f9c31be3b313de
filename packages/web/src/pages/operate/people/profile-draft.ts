import type { UserProfile } from '@cadence-agents/contracts';

/** A profile as somebody types it. */
export interface ProfileDraft {
  name: string;
  roles: string;
  tools: string;
  preferences: string;
}

export function draftOf({ name, roles, tools, preferences }: UserProfile): ProfileDraft {
  return {
    name: name ?? '',
    roles: roles.join(', '),
    tools: tools?.join(', ') ?? '',
    preferences: Object.keys(preferences).length === 0 ? '' : JSON.stringify(preferences, null, 2),
  };
}

/** Nothing where the preferences cannot be read. */
export function profileFrom({ name, roles, tools, preferences }: ProfileDraft): UserProfile | undefined {
  const read = readObject(preferences);
  if (!read) return undefined;
  const named = listed(tools);
  return {
    ...(name.trim() !== '' && { name: name.trim() }),
    roles: listed(roles),
    ...(named.length > 0 && { tools: named }),
    preferences: read,
  };
}

const listed = (text: string): string[] =>
  text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');

function readObject(text: string): UserProfile['preferences'] | undefined {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is UserProfile['preferences'] =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
