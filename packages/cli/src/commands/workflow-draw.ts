import { CadenceError } from '@cadence/contracts';
import { check, drawMermaid, drawSvg } from '@cadence/workflow';
import { definitionOf } from '../definition-of.ts';
import { kindsFor } from '../known-kinds.ts';

export async function workflowDraw(fileOrId: string, options: { format: string }): Promise<void> {
  const given = await definitionOf(fileOrId);
  const kinds = await kindsFor(given);
  const { definition, problems } = check(given, { kinds });
  if (!definition) {
    throw new CadenceError(
      'WORKFLOW_INVALID',
      `"${fileOrId}" cannot be drawn: it has ${problems.length} problems.`,
      {
        hint: `Run: cadence workflow check ${fileOrId}`,
        details: problems,
      },
    );
  }
  if (options.format === 'mermaid') process.stdout.write(`${drawMermaid(definition, kinds)}\n`);
  else if (options.format === 'svg') process.stdout.write(`${await drawSvg(definition, kinds)}\n`);
  else {
    throw new CadenceError('INPUT_INVALID', `There is no format "${options.format}".`, {
      hint: 'Use mermaid or svg.',
    });
  }
}
