// A witness on the real engine: models and people do what it says, tools answer at once, and what happens is told.
import type { RoutingReceipt, RunEvent, Witness, WorkflowDefinition } from '@cadence-agents/contracts';
import type { RunAct } from '@cadence-agents/workflow';
import { resumeTurn, runTurn, type TurnResult } from '../conversation/run-turn.ts';
import { compileWorkflow } from '../workflow/compile-workflow.ts';
import { PlayRecord } from './play-record.ts';
import { messageOf, type PlayParts, scriptedModel, standIns } from './stand-ins.ts';

export interface PlayedWitness {
  result: TurnResult;
  events: RunEvent[];
  receipts: RoutingReceipt[];
  /** Names of the nodes visited, in order. */
  visits: string[];
  /** What was done, as policies see it. */
  acts: RunAct[];
  /** The first visit, counted from 0, that was at another node than the script says. */
  strayedAt: number | null;
}

/** Plays a witness until it has ended or waits for an answer that the script does not have. */
export async function playWitness(
  definition: WorkflowDefinition,
  witness: Witness,
  parts: PlayParts = {},
): Promise<PlayedWitness> {
  const record = new PlayRecord(definition, witness);
  // One for all: what two agents say is never the same by chance.
  const model = scriptedModel(record, witness);
  const workflow = compileWorkflow(definition, {
    model: () => model,
    tools: standIns(definition, parts, async (tool) => {
      record.acts.push({ tool });
      return undefined;
    }),
    kinds: (parts.kinds ?? []).map(({ kind }) => ({
      kind,
      behaviour: () => ({ label: record.visit()?.label ?? null }),
    })),
    ...(parts.agents && { agents: parts.agents }),
    ...(parts.limits && { limits: parts.limits }),
  });
  const onEvent = (event: RunEvent) => record.note(event);
  let result = await runTurn(workflow, { message: messageOf(definition, witness), onEvent });
  for (let answer = record.answer(result); answer; answer = record.answer(result)) {
    result = await resumeTurn(workflow, result.state, answer, { onEvent });
  }
  const { events, receipts, visits, acts } = record;
  const strayed = witness.visits.findIndex(({ node }, index) => visits[index] !== node);
  return { result, events, receipts, visits, acts, strayedAt: strayed === -1 ? null : strayed };
}
