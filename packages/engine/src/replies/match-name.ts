import { onlyNearName } from '@cadence-agents/workflow';

/** As some models write a tool's name: with the namespace that their prompt format has. */
const namespace = /^(?:functions?|tools?|default_api)[.:/]+/i;
/** And what some leave at its end: the brackets of a call, or marks of the chat template. */
const ending = /(?:\(\)|<\|[\s\S]*)$/;

/**
 * The option that a model meant: the name itself, else in other letters or with other signs between its words. With
 * `guess`, also the one option that is nearly the same; never one of several.
 */
export function matchName(
  name: string,
  options: readonly string[],
  { guess }: { guess: boolean },
): string | undefined {
  if (options.includes(name)) return name;
  const bare = name.trim().replace(namespace, '').replace(ending, '');
  if (options.includes(bare)) return bare;
  const same = options.filter((option) => plain(option) === plain(bare));
  if (same.length > 0) return same.length === 1 ? same[0] : undefined;
  return guess ? onlyNearName(bare, options) : undefined;
}

const plain = (name: string) => name.toLowerCase().replaceAll(/[\s_.-]+/g, '');
