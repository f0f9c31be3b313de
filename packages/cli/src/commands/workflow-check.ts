import { type Certificate, check } from '@cadence/workflow';
import { definitionOf } from '../definition-of.ts';
import { kindsFor } from '../known-kinds.ts';
import { errorsIn, exitCodeForProblems, printProblems } from '../print-problems.ts';
import { plural } from '../text-table.ts';

export async function workflowCheck(fileOrId: string, options: { json?: boolean }): Promise<void> {
  const definition = await definitionOf(fileOrId);
  const { problems, certificate } = check(definition, { kinds: await kindsFor(definition) });
  const ok = errorsIn(problems) === 0;
  if (options.json) {
    const found = { file: fileOrId, ok, problems, certificate: certificate ?? null };
    console.log(JSON.stringify(found, null, 2));
  } else {
    printProblems(fileOrId, problems);
    if (certificate && ok) console.log(describe(certificate));
  }
  process.exitCode = exitCodeForProblems(problems);
}

function describe(certificate: Certificate): string {
  if (!certificate.bounded) return `Nothing bounds the cycle ${certificate.cycle.join(' → ')}.`;
  const cycles = certificate.cycles.map(
    (cycle) => `  ${cycle.nodes.join(' → ')}: bounded by ${cycle.boundedBy.join(', ')}`,
  );
  return [`Every run ends after at most ${plural(certificate.maxSteps, 'step')}.`, ...cycles].join('\n');
}
