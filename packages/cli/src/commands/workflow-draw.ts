import { CadenceError } from '@cadence/contracts';
import { readJsonFile } from '@cadence/server/read-json-file';
import { check, drawMermaid, drawSvg } from '@cadence/workflow';

export async function workflowDraw(file: string, options: { format: string }): Promise<void> {
  const { definition, problems } = check(readJsonFile(file));
  if (!definition) {
    throw new CadenceError(
      'WORKFLOW_INVALID',
      `"${file}" cannot be drawn: it has ${problems.length} problems.`,
      {
        hint: `Run: cadence workflow check ${file}`,
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
