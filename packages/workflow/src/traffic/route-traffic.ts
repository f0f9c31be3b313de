// Where runs went and what it cost, added up from their events: each visit is a node, a label and an edge taken.
import {
  addUsage,
  costOfUsage,
  type DefinitionView,
  type ModelPrice,
  noUsage,
  type RunEvent,
  type Usage,
} from '@cadence-agents/contracts';
import { edgeFinder } from '../simulate/edge-of-receipt.ts';
import { LatestTimes } from './latest-times.ts';

/** What some part of a workflow was used for. */
export interface Traffic {
  /** Runs that came by, and how often they did. */
  runs: number;
  times: number;
  usage: Usage;
  /** `null` when a model has no price. */
  cost: number | null;
  readonly ms: LatestTimes;
}

const MOST_PATHS = 1_000;

const noTraffic = (): Traffic => ({ runs: 0, times: 0, usage: noUsage, cost: 0, ms: new LatestTimes() });

interface Spending {
  usage: Usage;
  cost: number | null;
  ms: number;
}

/** Adds up runs, one after the other. */
export class RouteTraffic {
  readonly total = noTraffic();
  readonly nodes = new Map<string, Traffic>();
  readonly edges = new Map<string, Traffic>();
  /** By the name of a node and a label, as `labelKey` puts them. */
  readonly labels = new Map<string, number>();
  readonly limits = new Map<string, number>();
  /** By the names of the nodes visited; those beyond the first thousand that differ are left out. */
  readonly paths = new Map<string, Traffic>();
  /** Most tokens of one visit. */
  mostTokens = 0;
  readonly #edgeOf: ReturnType<typeof edgeFinder>;
  readonly #prices: Readonly<Record<string, ModelPrice>>;

  constructor(view: DefinitionView, prices: Readonly<Record<string, ModelPrice>> = {}) {
    this.#edgeOf = edgeFinder(view);
    this.#prices = prices;
  }

  /** Adds a run by its events, in order; gives a function that takes each and one that ends the run. */
  run(): { note: (event: RunEvent) => void; end: () => void } {
    const seen = new Set<Traffic>();
    const path: string[] = [];
    const whole: Spending = { usage: noUsage, cost: 0, ms: 0 };
    let visit: Spending & { since: number } = { ...whole, since: 0 };
    let began = false;
    const note = (event: RunEvent) => {
      began = true;
      switch (event.type) {
        case 'on_node_start':
          visit = { usage: noUsage, cost: 0, ms: 0, since: Date.parse(event.time) };
          return;
        case 'on_chat_model_end': {
          const price = this.#prices[event.data.model];
          const cost = price ? costOfUsage(event.data.usage, price) : null;
          visit.usage = addUsage(visit.usage, event.data.usage);
          visit.cost = visit.cost === null || cost === null ? null : visit.cost + cost;
          return;
        }
        case 'on_route': {
          const { from, label, reason, rule } = event.data;
          visit.ms = Math.max(0, Date.parse(event.time) - visit.since);
          whole.usage = addUsage(whole.usage, visit.usage);
          whole.cost = whole.cost === null || visit.cost === null ? null : whole.cost + visit.cost;
          whole.ms += visit.ms;
          path.push(from);
          const tokens = visit.usage.inputTokens + visit.usage.outputTokens;
          this.mostTokens = Math.max(this.mostTokens, tokens);
          add(this.nodes, from, visit, seen);
          const edge = this.#edgeOf(event.data);
          if (edge !== undefined) add(this.edges, edge, visit, seen);
          increase(this.labels, labelKey(from, label));
          if (reason !== undefined && (rule === 'limit' || rule === 'cycle' || label === 'suspend'))
            increase(this.limits, reason);
        }
      }
    };
    const end = () => {
      if (!began) return;
      count(this.total, whole, true);
      const key = path.join(' → ');
      if (this.paths.has(key) || this.paths.size < MOST_PATHS) add(this.paths, key, whole, seen);
    };
    return { note, end };
  }
}

export const labelKey = (node: string, label: string | null): string => JSON.stringify([node, label]);

const increase = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1);

function add(all: Map<string, Traffic>, key: string, spent: Spending, seen: Set<Traffic>): void {
  const traffic = all.get(key) ?? noTraffic();
  all.set(key, traffic);
  count(traffic, spent, !seen.has(traffic));
  seen.add(traffic);
}

function count(traffic: Traffic, { usage, cost, ms }: Spending, isNewRun: boolean): void {
  if (isNewRun) traffic.runs += 1;
  traffic.times += 1;
  traffic.usage = addUsage(traffic.usage, usage);
  traffic.cost = traffic.cost === null || cost === null ? null : traffic.cost + cost;
  traffic.ms.add(ms);
}
