// The MCP servers that were entered while the deployment runs: kept sealed in the database, and taken up from there by
// every process, at once when another says so and within seconds when nobody does.
import {
  CadenceError,
  localOwner,
  mcpServersTopic,
  type SecretStore,
  type Signals,
} from '@cadence-agents/contracts';
import type { Log } from '@cadence-agents/engine';
import { createSecretBox, type SecretBox } from '../security/secret-box.ts';
import { type McpServerConfig, mcpServerSchema } from '../settings/mcp-servers-schema.ts';
import type { Settings } from '../settings/setting-table.ts';
import type { EnteredServer } from './named-servers.ts';

/** To look at and to change, with or without anybody who is connected to them. */
export interface EnteredServers {
  /** In the order of their names. */
  list(): Promise<EnteredServer[]>;
  put(name: string, config: McpServerConfig): Promise<void>;
  /** Whether there was one. */
  delete(name: string): Promise<boolean>;
}

export interface FollowedServers extends EnteredServers {
  /** Takes up what is new. */
  refresh(): Promise<void>;
  close(): void;
}

/** They belong to the deployment, as its plugins and secrets do. */
const { tenantId } = localOwner;
const POLL_MS = 5_000;

type BoxSettings = Parameters<typeof createSecretBox>[1] & Pick<Settings, 'mcpCommands'>;

export function enteredServers(store: SecretStore, settings: BoxSettings): EnteredServers {
  const box = createSecretBox(store, settings);
  return {
    async list() {
      const listed = await box.list(tenantId);
      return Promise.all(listed.map((row) => read(box, row, settings)));
    },
    put: (name, config) => box.put(tenantId, name, JSON.stringify(config)),
    delete: (name) => box.delete(tenantId, name),
  };
}

interface FollowSetup {
  store: SecretStore;
  settings: BoxSettings;
  signals: Signals;
  log: Log;
  /** Called with all of them, first and whenever they have changed. */
  take: (servers: readonly EnteredServer[]) => void;
}

export async function followEntered({
  store,
  settings,
  signals,
  log,
  take,
}: FollowSetup): Promise<FollowedServers> {
  const entered = enteredServers(store, settings);
  let known = JSON.stringify([]);
  let last: Promise<unknown> = Promise.resolve();
  // One after the other, so that what was read later is taken later.
  const refresh = () => {
    const next = last.then(async () => {
      const stamp = JSON.stringify(await store.list(tenantId));
      if (stamp === known) return;
      take(await entered.list());
      known = stamp;
    });
    last = next.catch(() => {});
    return next;
  };
  const look = () =>
    void refresh().catch((error: unknown) => log.warn('looking for new MCP servers failed', { error }));
  await refresh();
  const timer = setInterval(look, POLL_MS).unref();
  const stopListening = signals.subscribe(mcpServersTopic, look);
  const changed = async () => {
    signals.publish(mcpServersTopic, { type: 'look' });
    await refresh();
  };
  return {
    list: entered.list,
    refresh,
    async put(name, config) {
      await entered.put(name, config);
      await changed();
    },
    async delete(name) {
      const wasThere = await entered.delete(name);
      await changed();
      return wasThere;
    },
    close() {
      clearInterval(timer);
      stopListening();
    },
  };
}

async function read(
  box: SecretBox,
  { name, updatedAt }: { name: string; updatedAt: string },
  { mcpCommands }: Pick<Settings, 'mcpCommands'>,
): Promise<EnteredServer> {
  let config: EnteredServer['config'];
  try {
    config = mcpServerSchema.parse(JSON.parse((await box.get(tenantId, name)) ?? '{}'));
  } catch (error) {
    return { name, revision: updatedAt, config: { refusal: CadenceError.from(error).message } };
  }
  const mayRun = mcpCommands || !('command' in config);
  const refusal = 'Commands that are entered are not run here; CADENCE_MCP_COMMANDS=true allows it.';
  return { name, revision: updatedAt, config: mayRun ? config : { refusal } };
}
