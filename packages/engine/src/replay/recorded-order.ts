// The events of a recorded run as the order in which a replay tells its own: the recording gives each its time, and says
// which of several calls came first. What is told otherwise is the first divergence, and nothing is told after it.
import type { RunEvent, RunEventData, RunEventType } from '@cadence-agents/contracts';
import type { Divergence } from './divergence.ts';
import { firstDifference } from './first-difference.ts';

interface Told {
  node: string | null;
  type: RunEventType;
  data: RunEventData<RunEventType>;
}

export class RecordedOrder {
  readonly #recorded: readonly RunEvent[];
  readonly #told: RunEvent[] = [];
  /** Whatever is told takes the place of what was recorded. */
  readonly #accepts: boolean;
  /** Of calls that run side by side: told here, and due later. */
  #early: Told[] = [];
  #last: number;
  #visit = 0;
  #node: string | null = null;
  /** Called when something is told beyond the last. */
  onBeyond: () => void = () => {};
  /** Called after each event. */
  onTold: () => void = () => {};
  onDivergence: () => void = () => {};
  divergence: Divergence | undefined;

  constructor(recorded: readonly RunEvent[], { accepts = false }: { accepts?: boolean } = {}) {
    this.#recorded = recorded;
    this.#accepts = accepts;
    this.#last = recorded.length;
  }

  /** Tells nothing beyond the event of this number. */
  endAt(seq: number): void {
    this.#last = seq;
    this.#early = [];
  }

  /** Number of the last event that was told. */
  get seq(): number {
    return this.#told.length;
  }

  get isAtEnd(): boolean {
    const goesOn = this.#accepts && this.#last === this.#recorded.length;
    return this.seq >= this.#last && !(goesOn && this.#told.at(-1)?.type !== 'on_run_end');
  }

  /** Those that were told. */
  get told(): readonly RunEvent[] {
    return this.#told;
  }

  /** When something was told last. */
  get time(): string | undefined {
    return this.#told.at(-1)?.time;
  }

  /** The one that is due. */
  get due(): RunEvent | undefined {
    return this.seq >= this.#last ? undefined : this.#recorded[this.seq];
  }

  /** Those that are yet to be told; any, where others may have been told in their place. */
  get ahead(): readonly RunEvent[] {
    return this.#accepts ? this.#recorded : this.#recorded.slice(this.seq, this.#last);
  }

  get place(): Pick<Divergence, 'visit' | 'node' | 'seq'> {
    return { visit: this.#visit, node: this.#node, seq: this.seq + 1 };
  }

  tell(node: string | null, type: RunEventType, data: RunEventData<RunEventType>): void {
    if (this.divergence) return;
    if (this.isAtEnd) {
      this.onBeyond();
      return;
    }
    const told: Told = { node, type, data };
    if (this.#isDue(told)) {
      this.#put(told);
      this.#putEarly();
    } else if (isOfCall(told) && this.#isAhead(told)) {
      this.#early.push(told);
    } else if (this.#accepts) {
      const early = this.#early;
      this.#early = [];
      for (const each of [...early, told]) this.#put(each);
    } else this.#diverge(told);
  }

  /** Tells the due event as it was recorded: for what happened outside. */
  repeat(): void {
    const { due } = this;
    if (due) this.#put(due);
  }

  diverge(found: Omit<Divergence, 'visit' | 'node' | 'seq'>): void {
    if (this.divergence || (this.#accepts && found.kind !== 'missing')) return;
    this.divergence = { ...this.place, ...found };
    this.onDivergence();
  }

  #put({ node, type, data }: Told): void {
    const { runId = '', time = this.time ?? '' } = this.#recorded[this.seq] ?? this.#recorded[0] ?? {};
    this.#told.push({ seq: this.seq + 1, runId, time, node, type, data } as RunEvent);
    if (type === 'on_node_start') this.#visit += 1;
    if (type === 'on_node_start') this.#node = node;
    this.onTold();
  }

  #putEarly(): void {
    for (;;) {
      const early = this.#early.findIndex((told) => this.#isDue(told));
      const found = this.#early[early];
      if (found) this.#put(found);
      else if (this.due && isOfTool(this.due)) this.repeat();
      else return;
      if (found) this.#early.splice(early, 1);
    }
  }

  #isDue(told: Told): boolean {
    return this.due !== undefined && isSame(this.due, told);
  }

  /** Whether it comes before anything else than calls do. */
  #isAhead(told: Told): boolean {
    for (let index = this.seq; index < this.#last; index++) {
      const event = this.#recorded[index];
      if (!event || !isOfCall(event)) return false;
      if (isSame(event, told)) return true;
    }
    return false;
  }

  #diverge(told: Told): void {
    const near = this.#nearestTo(told);
    const { type, node, data } = near ?? {};
    const found = firstDifference(near && { node, type, data }, told) ?? {
      path: '',
      before: near,
      after: told,
    };
    const message = near
      ? `It told ${nameOf(told)} where the recording has ${nameOf(near)}.`
      : `It told ${nameOf(told)} after the recording's last event.`;
    this.diverge({ kind: 'event', ...found, message });
  }

  /** Of events of calls the one of the same call. */
  #nearestTo(told: Told): RunEvent | undefined {
    if (!isOfCall(told) || !this.due || !isOfCall(this.due)) return this.due;
    const callId = 'callId' in told.data ? told.data.callId : undefined;
    const same = this.ahead.find(
      ({ type, data }) => type === told.type && 'callId' in data && data.callId === callId,
    );
    return same ?? this.due;
  }
}

const isSame = (one: Told, other: Told) =>
  one.type === other.type && one.node === other.node && firstDifference(one.data, other.data) === undefined;

/** What a tool had to say while it ran: it does not run. */
const isOfTool = ({ type, data }: Told) =>
  type === 'on_custom_event' && 'status' in data && data.status === 'tool';

const isOfCall = (told: Told) =>
  told.type === 'on_tool_start' || told.type === 'on_tool_end' || isOfTool(told);

const nameOf = ({ type, node }: Told) => (node === null ? type : `${type} of "${node}"`);
