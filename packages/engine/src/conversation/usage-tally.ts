import {
  addUsage,
  type NodeUsage,
  noUsage,
  type RunEvent,
  type RunUsage,
  type Usage,
} from '@cadence-agents/contracts';

/**
 * Where a run's time and tokens went, read off its events: they are there after a crash too, and a step that failed
 * has used its tokens all the same. A run visits one node at a time.
 */
export class UsageTally {
  readonly #entries = new Map<string, NodeUsage>();
  readonly #msByNode = new Map<string, number>();
  #visit: { node: string; until: number } | undefined;

  add(event: RunEvent): void {
    const { node, type } = event;
    // Text is most of the events, and says nothing here.
    if (node === null || type === 'on_chat_model_stream') return;
    this.#count(node, type === 'on_node_start', Date.parse(event.time));
    if (type === 'on_error') this.#entryOf(node, null).failures += 1;
    if (type !== 'on_chat_model_end') return;
    const entry = this.#entryOf(node, event.data.model);
    Object.assign(entry, addUsage(entry, event.data.usage));
  }

  usage(): Usage {
    return [...this.#entries.values()].reduce(addUsage, noUsage);
  }

  total(agentOf: (node: string) => string | null): RunUsage {
    const nodes = [...this.#entries.values()];
    const timed = new Set<string>();
    for (const entry of nodes) {
      entry.agentId = agentOf(entry.node);
      entry.ms = timed.has(entry.node) ? 0 : (this.#msByNode.get(entry.node) ?? 0);
      timed.add(entry.node);
    }
    return { ms: [...this.#msByNode.values()].reduce((sum, ms) => sum + ms, 0), nodes };
  }

  /** Time passes between the events of one visit; what is between two visits is not the node's. */
  #count(node: string, isStart: boolean, now: number): void {
    const before = this.#visit;
    this.#visit = { node, until: now };
    if (isStart || before?.node !== node) return;
    this.#msByNode.set(node, (this.#msByNode.get(node) ?? 0) + Math.max(0, now - before.until));
  }

  #entryOf(node: string, model: string | null): NodeUsage {
    const key = JSON.stringify([node, model]);
    const entry = this.#entries.get(key) ?? { node, agentId: null, model, failures: 0, ms: 0, ...noUsage };
    this.#entries.set(key, entry);
    return entry;
  }
}
