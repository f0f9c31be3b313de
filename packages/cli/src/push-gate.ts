import { styleText } from 'node:util';
import type { GateReport, WorkflowDefinition } from '@cadence-agents/contracts';
import { exitCodes } from './exit-code.ts';
import type { LocalCadence } from './local-cadence.ts';
import { plural, printJson, printTable, say, shortId } from './output.ts';

/** Stores a definition as the draft, and has new runs start on it if the newest runs do the same on it as before. */
export async function pushThroughGate(
  local: LocalCadence,
  definition: WorkflowDefinition,
  { file, last, json }: { file: string; last: number; json: boolean },
): Promise<void> {
  const { gateVersion, localPrincipal, publishWorkflow, saveWorkflow } = await import(
    '@cadence-agents/server/app'
  );
  const { id } = definition;
  const { version } = await saveWorkflow(local, localPrincipal, { id, definition, draft: true });
  const gate = await gateVersion(local, localPrincipal, { id, version, last });
  if (gate.passed) await publishWorkflow(local, localPrincipal, { id, version, gate: true });
  else process.exitCode = exitCodes.problem;
  if (json) return printJson({ id, version, published: gate.passed, gate });
  printGate(gate);
  if (gate.passed) console.log(`Stored "${id}" as version ${version}; new runs start on it.`);
  else {
    console.log(`Stored "${id}" as version ${version}; new runs do not start on it.`);
    const [run] = gate.findings.filter(({ verdict }) => verdict === 'diverged');
    if (run) say(`See a difference: cadence run replay ${shortId(run.runId)} --workflow ${id}@${version}`);
    say(`Have them start on it all the same: cadence workflow push ${file}`);
  }
}

function printGate({ unchanged, diverged, stranded, skipped, left, findings }: GateReport): void {
  printTable(
    findings.map(({ runId, verdict, visit, node, path, message }) => [
      `  ${shortId(runId)}`,
      verdict,
      [visit !== null && `visit ${visit}`, node].filter(Boolean).join(' '),
      path ?? '',
      message,
    ]),
  );
  const counts = [
    `${unchanged} unchanged`,
    diverged > 0 && styleText('red', `${diverged} diverged`),
    stranded > 0 && styleText('red', `${stranded} stranded`),
    skipped > 0 && `${skipped} skipped`,
    left > 0 && styleText('yellow', `${left} not come to in time`),
  ].filter(Boolean);
  const all = unchanged + diverged + stranded + skipped + left;
  console.log(`${plural(all, 'run')}: ${counts.join(', ')}.`);
}
