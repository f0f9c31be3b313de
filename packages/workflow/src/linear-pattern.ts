// Regular expressions that come from definitions and settings, matched in time linear in the text. JavaScript's own
// engine backtracks: one pattern such as `(a+)+$` and a message of 45 letters would stop the process for good.
import { CadenceError } from '@cadence-agents/contracts';
import { RE2JS } from 're2js';
import { z } from 'zod';

/** A pattern of somebody else's that is safe to match here. */
export interface LinearPattern {
  test(text: string): boolean;
  /** The text with each match replaced by `by`, word for word. */
  replaceAll(text: string, by: string): string;
}

export interface PatternOptions {
  ignoreCase?: boolean;
}

/** Matching takes text times this: a repetition such as `(.{500}){2}` counts as what it stands for. */
const MOST_INSTRUCTIONS = 500;
const MOST_CHARACTERS = 1000;

/** Throws `INPUT_INVALID` for what the engine does not take. */
export function linearPattern(source: string, options: PatternOptions = {}): LinearPattern {
  const compiled = compile(source, options);
  if (typeof compiled === 'string') {
    throw new CadenceError('INPUT_INVALID', `The pattern "${source.slice(0, 100)}" ${compiled}.`, {
      hint: 'Write it without look-around and back-references, in the syntax of RE2.',
    });
  }
  return {
    test: (text) => compiled.test(text),
    // The quick engine only tells whether there is a match; most texts have none.
    replaceAll: (text, by) => (compiled.test(text) ? compiled.matcher(text).replaceAll(() => by) : text),
  };
}

/** A pattern in a definition or a setting. */
export const patternSchema: z.ZodType<string, string> = z
  .string()
  .min(1)
  .superRefine((source, context) => {
    const compiled = compile(source, {});
    if (typeof compiled === 'string') context.addIssue({ code: 'custom', message: compiled });
  });

/** The pattern, or why there is none. */
function compile(source: string, { ignoreCase = false }: PatternOptions): RE2JS | string {
  if (source.length > MOST_CHARACTERS) return `is longer than ${MOST_CHARACTERS} characters`;
  try {
    const flags = ignoreCase ? RE2JS.CASE_INSENSITIVE : 0;
    const compiled = RE2JS.compile(RE2JS.translateRegExp(source), flags);
    if (compiled.programSize() <= MOST_INSTRUCTIONS) return compiled;
    return `repeats too much: it comes to ${compiled.programSize()} instructions, and ${MOST_INSTRUCTIONS} are allowed`;
  } catch (error) {
    const why = error instanceof Error ? error.message.replace(/^error parsing regexp: /, '') : String(error);
    return `must be a regular expression that RE2 can match: ${why}`;
  }
}
