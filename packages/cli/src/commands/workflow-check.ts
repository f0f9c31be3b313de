import { styleText } from 'node:util';
import { readJsonFile } from '@cadence/server/read-json-file';
import { type Certificate, check } from '@cadence/workflow';
import { exitCodes } from '../exit-code.ts';

export function workflowCheck(file: string, options: { json?: boolean }): void {
  const { problems, certificate } = check(readJsonFile(file));
  const errors = problems.filter((problem) => problem.severity === 'error').length;
  if (options.json) {
    console.log(
      JSON.stringify({ file, ok: errors === 0, problems, certificate: certificate ?? null }, null, 2),
    );
  } else {
    for (const problem of problems) {
      const colour = problem.severity === 'error' ? 'red' : 'yellow';
      console.log(
        `${styleText(colour, problem.severity)} ${styleText('bold', problem.code)} at ${problem.path}`,
      );
      console.log(`  ${problem.message}\n  ${styleText('dim', problem.hint)}`);
    }
    const warnings = problems.length - errors;
    console.log(`${file}: ${plural(errors, 'error')}, ${plural(warnings, 'warning')}.`);
    if (certificate && errors === 0) console.log(describe(certificate));
  }
  process.exitCode = errors > 0 ? exitCodes.problem : exitCodes.done;
}

function describe(certificate: Certificate): string {
  if (!certificate.bounded) return `Nothing bounds the cycle ${certificate.cycle.join(' → ')}.`;
  const cycles = certificate.cycles.map(
    (cycle) => `  ${cycle.nodes.join(' → ')}: bounded by ${cycle.boundedBy.join(', ')}`,
  );
  return [`Every run ends after at most ${plural(certificate.maxSteps, 'step')}.`, ...cycles].join('\n');
}

const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;
