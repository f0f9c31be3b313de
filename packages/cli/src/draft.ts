import { existsSync, writeFileSync } from 'node:fs';
import { type ApiDraftStep, isJsonObject } from '@cadence-agents/contracts';
import { readJsonFile } from '@cadence-agents/server/read-json-file';
import type { Command } from 'commander';
import { withCadence } from './local-cadence.ts';
import { dim, errorsIn, exitCodeForProblems, plural, printJson, printProblems } from './output.ts';

interface DraftFlags {
  into?: string;
  model?: string;
  json?: boolean;
}

export function addDraftCommand(workflow: Command): void {
  workflow
    .command('draft <words>')
    .description(
      'have a model write a definition from words, checked, mended and simulated; nothing is stored',
    )
    .option('--into <file>', 'write it to this file; a definition that is there already is changed')
    .option('--model <name>', 'provider:model; the default model when absent')
    .option('--json', 'print all that was found as JSON')
    .action(draft);
}

async function draft(words: string, { into, model, json }: DraftFlags): Promise<void> {
  const { draftWorkflow, localPrincipal } = await import('@cadence-agents/server/app');
  const given: unknown = into !== undefined && existsSync(into) ? readJsonFile(into) : undefined;
  const stop = new AbortController();
  const onStop = () => stop.abort();
  process.once('SIGINT', onStop);
  const made = await withCadence(null, (local) =>
    draftWorkflow(
      local,
      localPrincipal,
      { words, definition: isJsonObject(given) ? given : undefined, model, signal: stop.signal },
      process.stderr.isTTY ? (step) => console.error(dim(lineOf(step))) : undefined,
    ),
  ).finally(() => process.off('SIGINT', onStop));
  const text = `${JSON.stringify(made.definition, null, 2)}\n`;
  if (into !== undefined) writeFileSync(into, text);
  if (json) printJson(made);
  else {
    if (into === undefined) process.stdout.write(text);
    const { inputTokens, outputTokens } = made.usage;
    printProblems(into ?? 'The draft', made.problems, console.error);
    for (const { title } of made.mended) console.error(`Mended: ${title}`);
    if (made.simulation && errorsIn(made.problems) === 0)
      console.error(`Every route ends in one of ${plural(made.simulation.ends.length, 'way')}.`);
    console.error(`${made.model}: ${plural(made.rounds, 'round')}, ${inputTokens + outputTokens} tokens.`);
  }
  process.exitCode = exitCodeForProblems(made.problems);
}

function lineOf(step: ApiDraftStep): string {
  if (step.step === 'write') return 'Writing…';
  if (step.step === 'repair') return `Having it put right, ${step.number} of ${step.most}…`;
  if (step.step === 'simulate') return 'Walking every route…';
  if (!step.isDefinition) return 'Checked: it is no definition.';
  const mended = step.mended.length > 0 ? ` Mended: ${step.mended.join(', ')}.` : '';
  return step.left.length === 0
    ? `Checked: no errors.${mended}`
    : `Checked: ${step.left.join(', ')}.${mended}`;
}
