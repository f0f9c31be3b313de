import type {
  RoutingReceipt,
  RunEvent,
  ScriptedVisit,
  Witness,
  WorkflowDefinition,
} from '@cadence-agents/contracts';
import { edgeFinder, type RunAct, viewDefinition } from '@cadence-agents/workflow';
import type { TurnResult } from '../conversation/run-turn.ts';
import { APPROVE, REJECT } from '../tools/approval.ts';

/** What has happened so far. */
export class PlayRecord {
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

  /** How much there is, to go back to. */
  get length(): [visits: number, acts: number, receipts: number] {
    return [this.visits.length, this.acts.length, this.receipts.length];
  }

  /** Forgets what was never stored. */
  goBackTo([visits, acts, receipts]: PlayRecord['length'], isWaiting: boolean): void {
    this.visits.length = visits;
    this.acts.length = acts;
    this.receipts.length = receipts;
    this.#goesOn = isWaiting;
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
  answer({ handoff }: Pick<TurnResult, 'handoff'>): { handoffId: string; text: string } | undefined {
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
