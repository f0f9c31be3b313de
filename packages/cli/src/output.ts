// How things are printed.
import { styleText } from 'node:util';
import type { Problem } from '@cadence-agents/contracts';
import { asTyped } from './command-name.ts';
import { exitCodes } from './exit-code.ts';

/** Prints a line for a person; commands in it are as they are typed here. */
export function say(line: string): void {
  console.log(asTyped(line));
}

export function printJson(value: unknown): void {
  console.log(JSON.stringify(value, null, 2));
}

/** Rows as lines, the columns one under the other. Colour the lines, not the cells: colours would count as width. */
export function textTable(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((cells) => (cells[column] ?? '').length)),
  );
  return rows.map((cells) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

export function printTable(rows: readonly (readonly string[])[]): void {
  for (const line of textTable(rows)) console.log(line);
}

/** A text on one line of at most so many characters. */
export function brief(text: string, length: number): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > length ? `${line.slice(0, length - 1)}…` : line;
}

/** A time as people here write it, to the minute. */
export function localTime(iso: string): string {
  return new Date(iso).toLocaleString('sv-SE').slice(0, 16);
}

export const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** As much of an id as lists show. */
export const shortId = (id: string): string => id.slice(0, 8);

export const dim = (text: string): string => styleText('dim', text);
export const bold = (text: string): string => styleText('bold', text);

export const errorsIn = (problems: readonly Problem[]): number =>
  problems.filter(({ severity }) => severity === 'error').length;

/** Every problem with its place and what to do, then how many there are. */
export function printProblems(about: string, problems: readonly Problem[], write = console.log): void {
  for (const { severity, code, path, message, hint } of problems) {
    const colour = severity === 'error' ? 'red' : 'yellow';
    write(`${styleText(colour, severity)} ${bold(code)} at ${path}`);
    write(`  ${message}\n  ${dim(asTyped(hint))}`);
  }
  const errors = errorsIn(problems);
  write(`${about}: ${plural(errors, 'error')}, ${plural(problems.length - errors, 'warning')}.`);
}

export const exitCodeForProblems = (problems: readonly Problem[]): number =>
  errorsIn(problems) > 0 ? exitCodes.problem : exitCodes.done;
