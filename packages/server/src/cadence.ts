// The composition root: settings in, conversations out.
import { join } from 'node:path';
import { defaultLimits, localOwner, type RunRecord } from '@cadence/contracts';
import {
  type Conversations,
  createModels,
  createPluginHost,
  type Log,
  type Models,
  type NewMessage,
  type PluginHost,
  silentLog,
} from '@cadence/engine';
import { compiledWorkflows } from './compiled-workflows.ts';
import type { ReadSettings } from './settings/read-settings.ts';
import { openConversations, type StoredConversations } from './stored-conversations.ts';
import { type WorkflowCatalogue, workflowCatalogue } from './workflow-catalogue.ts';

export interface Cadence extends Conversations, Pick<StoredConversations, 'store' | 'database'> {
  models: Models;
  plugins: PluginHost;
  workflows: WorkflowCatalogue;
  /** Commits a message. Its workflow may be named by id or by file, and is pinned as it is now. */
  send(message: NewMessage): Promise<RunRecord>;
}

export interface CadenceOptions extends Pick<ReadSettings, 'settings' | 'env'> {
  log?: Log;
  /** Carry out the runs of this conversation only. */
  only?: string;
}

const root = join(import.meta.dirname, '../../..');

export async function openCadence({
  settings,
  env,
  log = silentLog,
  only,
}: CadenceOptions): Promise<Cadence> {
  const models = createModels({
    defaultModel: settings.defaultModel,
    fallbackModels: settings.fallbackModels,
    timeoutMs: settings.modelTimeoutMs,
    maxRetries: defaultLimits.maxRetries,
    env,
  });
  const plugins = createPluginHost({
    roots: [root],
    pluginsDir: settings.pluginsDir,
    enableDirectoryPlugins: settings.enableDirectoryPlugins,
    storeDir: settings.storePlugin ?? join(settings.dataDir, 'plugins'),
    log,
  });
  await plugins.load();
  const compiled = compiledWorkflows({ settings, models, plugins });
  const stored = await openConversations({
    storage: settings.databaseUrl ? { databaseUrl: settings.databaseUrl } : { dataDir: settings.dataDir },
    log,
    ...(only !== undefined && { only }),
    workflowFor: (run, checkpointer) => compiled.of(stored.store, run, checkpointer),
  });
  const workflows = workflowCatalogue(stored.store, compiled.coordinator);
  return {
    ...stored,
    models,
    plugins,
    workflows,
    async send({ owner = localOwner, ...message }) {
      const found = await workflows.find(owner.tenantId, message.workflowId);
      const { id, version } = await compiled.pin(stored.store, owner.tenantId, found);
      return stored.send({ ...message, owner, workflowId: id, workflowVersion: version });
    },
  };
}
