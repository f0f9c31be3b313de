// Which version of its workflow a message is for. Asking the store for each message would take as long as accepting it:
// what was published is remembered, and the store accepts the message only if it still is.
import { type JsonObject, LruCache, type Owner, type Store } from '@cadence-agents/contracts';
import type { CompiledWorkflows } from '@cadence-agents/engine';
import type { McpServers } from '../mcp/mcp-servers.ts';
import type { WorkflowCatalogue } from './workflow-catalogue.ts';

/** The version of a workflow that a run is pinned to, and what is noted with it. */
export interface PinnedWorkflow {
  workflowId: string;
  workflowVersion: number;
  metadata: JsonObject;
}

export interface RememberedWorkflow extends PinnedWorkflow {
  /** The version that was published when it was looked up, 0 for none; absent when that was now. */
  published?: number;
}

type Pin<T> = (owner: Pick<Owner, 'tenantId'>, name: string, version?: number | null) => Promise<T>;

export interface WorkflowPins {
  /** The version that is published, unless one is named. */
  now: Pin<PinnedWorkflow>;
  /** The same by what was published a moment ago. */
  remembered: Pin<RememberedWorkflow>;
}

interface Setup {
  store: Store;
  compiled: CompiledWorkflows;
  workflows: Pick<WorkflowCatalogue, 'unstored'>;
  mcpServers: Pick<McpServers, 'tried'>;
}

const MOST_REMEMBERED = 1_000;
const NONE = 0;

export function workflowPins({ store, compiled, workflows, mcpServers }: Setup): WorkflowPins {
  const published = new LruCache<string, number>(MOST_REMEMBERED);
  const keyOf = (tenantId: string, name: string) => JSON.stringify([tenantId, name]);
  const pinnedTo = (workflowId: string, workflowVersion: number): PinnedWorkflow => ({
    workflowId,
    workflowVersion,
    metadata: { plugins: compiled.pluginHashes() },
  });
  const publishedNow = async (tenantId: string, name: string): Promise<number> => {
    const version = (await store.workflows.get(tenantId, name))?.version ?? NONE;
    published.set(keyOf(tenantId, name), version);
    return version;
  };
  const unstored = async (tenantId: string, name: string): Promise<PinnedWorkflow> => {
    let found = await workflows.unstored(tenantId, name);
    const connecting = mcpServers.tried();
    if (connecting) {
      // It may be made of their tools.
      await connecting;
      found = await workflows.unstored(tenantId, name);
    }
    const { id, version } = await compiled.pin(store, tenantId, found);
    return pinnedTo(id, version);
  };
  const now: WorkflowPins['now'] = async ({ tenantId }, name, known) => {
    if (typeof known === 'number') return pinnedTo(name, known);
    const version = await publishedNow(tenantId, name);
    return version === NONE ? unstored(tenantId, name) : pinnedTo(name, version);
  };
  return {
    now,
    async remembered(owner, name, known) {
      const { tenantId } = owner;
      const version = published.get(keyOf(tenantId, name));
      if (typeof known === 'number' || version === undefined) return now(owner, name, known);
      if (version !== NONE) return { ...pinnedTo(name, version), published: version };
      const pinned = await unstored(tenantId, name).catch(() => now(owner, name));
      return pinned.workflowId === name ? { ...pinned, published: NONE } : pinned;
    },
  };
}
