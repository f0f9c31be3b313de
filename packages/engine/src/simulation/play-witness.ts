// A witness on the real engine: models and people do what it says, tools answer at once, and what happens is told.
import type {
  AgentDefinition,
  ChatModel,
  PluginKind,
  ResolvedLimits,
  RoutingReceipt,
  RunEvent,
  ScriptedVisit,
  Tool,
  ToolTraits,
  Witness,
  WorkflowDefinition,
} from '@cadence/contracts';
import { configOf, edgeFinder, type RunAct, viewDefinition } from '@cadence/workflow';
import { z } from 'zod';
import { resumeTurn, runTurn, type TurnResult } from '../conversation/run-turn.ts';
import { APPROVE, REJECT } from '../tools/approval.ts';
import { compileWorkflow } from '../workflow/compile-workflow.ts';
import { SCRIPTED, scriptedReply } from './scripted-replies.ts';

export interface PlayParts {
  /** Every tool that the workflow may use; stand-ins with the same traits are called in their place. */
  tools?: readonly ToolTraits[] | undefined;
  agents?: readonly AgentDefinition[] | undefined;
  kinds?: readonly PluginKind[] | undefined;
  limits?: Partial<ResolvedLimits> | undefined;
}

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
  const workflow = compileWorkflow(definition, {
    model: () => scriptedModel(record, witness),
    tools: standIns(definition, parts, (tool) => record.acts.push({ tool })),
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

/** What has happened so far. */
class PlayRecord {
  readonly events: RunEvent[] = [];
  readonly receipts: RoutingReceipt[] = [];
  readonly visits: string[] = [];
  readonly acts: RunAct[] = [];
  readonly #witness: Witness;
  readonly #idOf: ReadonlyMap<string, string>;
  readonly #edgeOf: (receipt: RoutingReceipt) => string | undefined;
  /** A node that asks a person is told to start twice, and visited once. */
  #goesOn = false;

  constructor(definition: WorkflowDefinition, witness: Witness) {
    this.#witness = witness;
    this.#idOf = new Map(definition.nodes.map(({ id, nodeName }) => [nodeName, id]));
    this.#edgeOf = edgeFinder(viewDefinition(definition));
  }

  /** What the script has for the visit that is under way. */
  visit(): ScriptedVisit | undefined {
    const index = this.visits.length - 1;
    const scripted = this.#witness.visits[index];
    return scripted?.node === this.visits[index] ? scripted : undefined;
  }

  note(event: RunEvent): void {
    this.events.push(event);
    if (event.type === 'on_node_start' && event.node !== null) {
      if (!this.#goesOn) {
        this.visits.push(event.node);
        this.acts.push({ node: this.#idOf.get(event.node) ?? event.node });
      }
      this.#goesOn = false;
    }
    if (event.type !== 'on_route') return;
    this.receipts.push(event.data);
    const edge = this.#edgeOf(event.data);
    if (edge !== undefined) this.acts.push({ edge });
  }

  /** What a person says to a run that waits, if the script has it. */
  answer({ handoff }: TurnResult): { handoffId: string; text: string } | undefined {
    const visit = this.visit();
    if (!handoff || !visit) return undefined;
    const said = { answers: visit.label ?? 'Go on.', approves: APPROVE, declines: REJECT };
    if (!isAnswer(visit.does)) return undefined;
    this.#goesOn = true;
    this.acts.push({ person: visit.does === 'declines' ? 'declined' : 'answered' });
    return { handoffId: handoff.id, text: said[visit.does] };
  }
}

const isAnswer = (does: string): does is 'answers' | 'approves' | 'declines' =>
  ['answers', 'approves', 'declines'].includes(does);

function scriptedModel(record: PlayRecord, { repeats }: Witness): ChatModel {
  let calls = 0;
  return {
    name: SCRIPTED,
    generate: async (request, { onText }) => {
      calls += 1;
      const visit = record.visit();
      const decision = repeats !== undefined && visit?.node === repeats ? 0 : calls;
      const words = repeats === undefined ? calls : 0;
      const reply = scriptedReply(visit, request, { call: calls, decision, words });
      if (reply.content !== '') onText?.(reply.content);
      return reply;
    },
  };
}

/** Tools of the same names and traits that answer with their own name. */
function standIns(
  { agents = [], nodes }: WorkflowDefinition,
  parts: PlayParts,
  ran: (name: string) => void,
): Tool[] {
  const known = new Map((parts.tools ?? []).map((tool) => [tool.name, tool]));
  const ofAgents = [...agents, ...(parts.agents ?? [])].flatMap(({ tools = [] }) => tools);
  const ofNodes = nodes.flatMap(({ config }) => (Array.isArray(config?.tools) ? config.tools : []));
  const names = new Set([
    ...known.keys(),
    ...ofAgents,
    ...ofNodes.filter((name) => typeof name === 'string'),
  ]);
  return [...names].map((name) => ({
    name,
    description: `Stands in for ${name}.`,
    input: z.looseObject({}),
    ...(known.get(name)?.requiresApproval && { requiresApproval: true }),
    ...(known.get(name)?.readOnly && { readOnly: true }),
    run: () => {
      ran(name);
      return `${name} found something.`;
    },
  }));
}

/** A message that is let in, or one that no node lets in whose rules need no model. */
function messageOf({ nodes }: WorkflowDefinition, { visits }: Witness): string {
  const refusing = visits.find(({ does }) => does === 'refuses');
  const node = nodes.find(({ nodeName }) => nodeName === refusing?.node);
  if (node?.nodeType !== 'INGRESS') return 'Go.';
  const { policy, maxInputChars = 20_000 } = configOf('INGRESS', node);
  return policy === undefined ? 'x'.repeat(maxInputChars + 1) : 'Go.';
}
