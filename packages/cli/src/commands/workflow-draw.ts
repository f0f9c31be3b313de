import { CadenceError } from '@cadence/contracts';
import { check, drawMermaid, drawSvg } from '@cadence/workflow';
import { definitionOf } from '../definition-of.ts';

export async function workflowDraw(fileOrId: string, options: { format: string }): Promise<void> {
  const { definition, problems } = check(await definitionOf(fileOrId));
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
  if (options.format === 'mermaid') process.stdout.write(`${drawMermaid(definition)}\n`);
  else if (options.format === 'svg') process.stdout.write(`${await drawSvg(definition)}\n`);
  else {
    throw new CadenceError('INPUT_INVALID', `There is no format "${options.format}".`, {
      hint: 'Use mermaid or svg.',
    });
  }
}
