import { lexSource } from './lex-source.ts';
import type { Files } from './read-repository.ts';
import { isTest } from './source-files.ts';

const comment = /^\s*\/\/.*$/gm;
const importOf = /import \{([^}]*)\} from "(\d+)"/g;

/** Tests that wait for time to pass, not for what they want, and do not say in the line above why it has to be time. */
export function awaitedSleeps(files: Files): string[] {
  return [...files]
    .filter(([path]) => isTest(path))
    .flatMap(([path, text]) => unexplained(text).map((line) => `${path}: ${line.trim()}`));
}

function unexplained(text: string): string[] {
  const { code, strings } = lexSource(text.replaceAll(comment, 'EXPLAINED'));
  const timers = [...code.matchAll(importOf)]
    .filter(([, , from]) => strings[Number(from)] === 'node:timers/promises')
    .flatMap(([, names = '']) => names.split(','))
    .filter((name) => /\bsetTimeout\b/.test(name))
    .map((name) => name.trim().split(' as ').at(-1));
  const forms = ['new Promise\\b.*\\bsetTimeout', '\\w+\\.waitForTimeout', ...timers];
  const sleep = new RegExp(`\\bawait (?:${forms.join('|')})\\b`);
  const lines = code.split('\n');
  return lines.filter((line, index) => sleep.test(line) && lines[index - 1] !== 'EXPLAINED');
}
