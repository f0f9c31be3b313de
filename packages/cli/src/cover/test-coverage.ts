import {
  CadenceError,
  type Recording,
  type RunEvent,
  type WorkflowDefinition,
} from '@cadence-agents/contracts';
import type { LocalCadence } from '../local-cadence.ts';
import type { Covered } from './show-coverage.ts';

/** What the recordings that were replayed come by, workflow by workflow. */
export class TestCoverage {
  readonly #runs = new Map<string, (readonly RunEvent[])[]>();

  add({ run, events }: Recording): void {
    this.#runs.set(run.workflowId, [...(this.#runs.get(run.workflowId) ?? []), events]);
  }

  /** Of these definitions, also where no recording is of them. */
  async of(
    definitions: readonly { definition: WorkflowDefinition; file?: string | undefined }[],
    local: LocalCadence,
  ): Promise<Covered[]> {
    const { localPrincipal, simulatable } = await import('@cadence-agents/server/app');
    const { coverageFrom, simulate } = await import('@cadence-agents/workflow');
    const around = await local.surroundings(localPrincipal.tenantId);
    const covered: Covered[] = [];
    for (const { definition: given, file } of definitions) {
      const definition = await simulatable(local, localPrincipal, given).catch(sayWhyNot);
      if (!definition) continue;
      const runs = this.#runs.get(definition.id) ?? [];
      const report = simulate(definition, around);
      covered.push({ definition, report, coverage: coverageFrom(runs, definition, report, around), file });
    }
    return covered;
  }

  get workflowIds(): string[] {
    return [...this.#runs.keys()];
  }
}

function sayWhyNot(error: unknown): undefined {
  if (!CadenceError.is(error)) throw error;
  console.error(error.message);
}
