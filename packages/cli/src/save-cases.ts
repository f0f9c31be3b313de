import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CadenceError, type Witness, type WorkflowDefinition } from '@cadence-agents/contracts';
import type { Surroundings } from '@cadence-agents/engine';
import { asTyped } from './command-name.ts';
import { plural } from './output.ts';
import { recordingText } from './run-replay.ts';

/** Makes tests of ways that a simulation has found: recordings, which `cadence test` replays. */
export async function saveCases(
  folder: string,
  definition: WorkflowDefinition,
  witnesses: readonly Witness[],
  around: Surroundings,
): Promise<void> {
  const { recordWitness } = await import('@cadence-agents/engine');
  mkdirSync(folder, { recursive: true });
  let saved = 0;
  for (const witness of witnesses) {
    try {
      const recording = await recordWitness(definition, witness, around);
      const name = `${definition.id}-${witness.id}`.replaceAll(/[^\w.-]/g, '_');
      writeFileSync(join(folder, `${name}.run.json`), recordingText(recording));
      saved += 1;
    } catch (error) {
      if (!CadenceError.is(error)) throw error;
      console.error([error.message, error.hint].filter(Boolean).join(' '));
    }
  }
  console.error(asTyped(`${plural(saved, 'test')} in ${folder}. Replay them: cadence test ${folder}`));
}
