import type { UsageQuery, UsageRow } from '@cadence-agents/contracts';
import { isoTime } from '../iso-time.ts';
import { Tally, type TallyColumns } from './tally.ts';
import { allOwners, type TotalsColumns } from './usage-totals.ts';

/** Who have a group each in a report by user. */
export const MOST_PEOPLE = 100;

/** What a report has of one workflow in one stretch of time. */
export interface Part {
  /** Empty where it is of all of them; `null` of somebody who has no group in a report by user. */
  ownerId: string | null;
  startedAt: number;
  workflowId: string;
  totals: TotalsColumns;
  /** Whether it is in the totals of all owners. */
  counted: boolean;
}

/** Adds parts up by stretch of time and group. */
export class Report {
  readonly #query: Pick<UsageQuery, 'groupBy' | 'prices'>;
  readonly #stretches = new Map<number, Map<string | null, Tally>>();
  /** By user: what everybody used, and those who have a group each, as far as it is counted. */
  readonly #everybody = new Map<number, Tally>();
  readonly #named = new Map<number, Tally>();

  constructor(query: Pick<UsageQuery, 'groupBy' | 'prices'>) {
    this.#query = query;
  }

  add(start: number, part: Part): void {
    const {
      workflowId,
      totals: [whole, agents],
    } = part;
    const { groupBy } = this.#query;
    if (groupBy === 'agent') {
      for (const [id, columns] of Object.entries(agents)) this.#tally(start, id).addColumns(columns);
      return;
    }
    if (groupBy === 'model') {
      const [, , , models] = whole;
      for (const [model, columns] of Object.entries(models))
        this.#tally(start, model).addModel(model, columns);
      return;
    }
    if (groupBy === 'user') this.#addByUser(start, part, whole);
    else this.#tally(start, groupBy === undefined ? null : workflowId).addColumns(whole);
  }

  #addByUser(start: number, { ownerId, counted }: Part, whole: TallyColumns): void {
    if (ownerId === allOwners) of(this.#everybody, start).addColumns(whole);
    else this.#tally(start, ownerId).addColumns(whole);
    if (ownerId !== allOwners && counted) of(this.#named, start).addColumns(whole);
  }

  /** Of everybody, what those who have no group used. */
  #addOthers(): void {
    for (const [start, everybody] of this.#everybody) {
      const others = everybody.without(of(this.#named, start));
      if (!others.isEmpty) this.#tally(start, null).addColumns(others.columns());
    }
  }

  /** Leaves those with most a group each, and puts all others together. */
  #keepLargest(): void {
    const tokens = new Map<string | null, number>();
    for (const groups of this.#stretches.values())
      for (const [group, tally] of groups) tokens.set(group, (tokens.get(group) ?? 0) + tally.tokens);
    tokens.delete(null);
    const largest = [...tokens].sort(([, a], [, b]) => b - a).slice(0, MOST_PEOPLE);
    const kept = new Set(largest.map(([group]) => group));
    for (const [start, groups] of this.#stretches)
      for (const [group, tally] of [...groups]) {
        if (group === null || kept.has(group)) continue;
        groups.delete(group);
        this.#tally(start, null).addColumns(tally.columns());
      }
  }

  rows(): UsageRow[] {
    const { prices = {}, groupBy } = this.#query;
    if (groupBy === 'user') {
      this.#addOthers();
      this.#keepLargest();
    }
    return inOrder(this.#stretches).flatMap(([start, groups]) =>
      inOrder(groups).map(([group, tally]) => tally.row(isoTime(start), group, prices)),
    );
  }

  #tally(start: number, group: string | null): Tally {
    const groups = this.#stretches.get(start) ?? new Map<string | null, Tally>();
    this.#stretches.set(start, groups);
    return of(groups, group);
  }
}

function of<K>(tallies: Map<K, Tally>, key: K): Tally {
  const tally = tallies.get(key) ?? new Tally();
  tallies.set(key, tally);
  return tally;
}

function inOrder<K extends string | number | null, V>(map: Map<K, V>): [K, V][] {
  return [...map].sort(([a], [b]) => ((a ?? '') < (b ?? '') ? -1 : 1));
}
