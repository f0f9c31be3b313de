// The composition root: settings in, conversations out.
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  costOfRun,
  localOwner,
  OtherVersion,
  type Owner,
  type RunRecord,
  type RunUsage,
  type Signals,
  type Store,
  workTopic,
} from '@cadence-agents/contracts';
import {
  type CompiledWorkflows,
  type Conversations,
  compiledWorkflows,
  forgivingLog,
  type Log,
  type Models,
  maskSecrets,
  type NewMessage,
  type ObserveRun,
  sentRequest,
  silentLog,
  type WorkerOptions,
} from '@cadence-agents/engine';
import { check, mendInSlices } from '@cadence-agents/workflow';
import type { OpenedParts } from './app/app-context.ts';
import { notShared, openSignals } from './bus/open-signals.ts';
import { fileTexts, type ReadFileText } from './files/file-texts.ts';
import { demandTaken } from './files/taken.ts';
import { modelEnv, openEmbeddings, openModels } from './open-models.ts';
import { openStorage } from './open-storage.ts';
import { openTools } from './open-tools.ts';
import { runtimeOf } from './runtime.ts';
import { createGuardedFetch } from './security/guarded-fetch.ts';
import { openSecrets, type Secrets } from './security/open-secrets.ts';
import { lazyKeys } from './security/secret-box.ts';
import type { ReadSettings } from './settings/read-settings.ts';
import type { Settings } from './settings/setting-table.ts';
import { openSettings, type SettingsInForce } from './settings/settings-in-force.ts';
import { startJobs } from './start-jobs.ts';
import { openConversations } from './stored-conversations.ts';
import { webhookSecrets } from './webhooks/webhook-secrets.ts';
import { engineSettings, secretPatterns } from './workflows/engine-settings.ts';
import { workflowCatalogue } from './workflows/workflow-catalogue.ts';
import { type PinnedWorkflow, type WorkflowPins, workflowPins } from './workflows/workflow-pins.ts';

export interface Cadence extends Conversations, OpenedParts {
  /** Commits a message. Its workflow may be named by id or by file, and is pinned as it is now unless a version is named. */
  send(message: NewMessage): Promise<RunRecord>;
}

export interface CadenceOptions
  extends Pick<ReadSettings, 'settings' | 'env'>,
    Partial<Pick<ReadSettings, 'sources'>> {
  log?: Log;
  /** Whether and how this process carries out runs. With `false` it accepts and follows them, and leaves them to others. */
  worker?: false | WorkerOptions;
  /** What the parts of Cadence wake one another by; as the settings say when absent. */
  signals?: Signals;
  /** Whether a workflow may be named by a file: only for whoever sits at this machine. */
  workflowFiles?: boolean;
  /** Look for damage in the database before it is used: for those that run for long. */
  checkDatabase?: boolean;
  observe?: ObserveRun;
  /** Called before the first run begins. */
  onStoreOpen?: () => void;
}

export async function openCadence(options: CadenceOptions): Promise<Cadence> {
  const { settings, env, log: given = silentLog } = options;
  const log = forgivingLog(given);
  const { tenantConcurrency, tenantWeights, workflowConcurrency } = settings;
  const limits = { tenantConcurrency, tenantWeights, workflowConcurrency };
  const quickCheck = options.checkDatabase ?? false;
  const store = await openStorage(settings, { quickCheck, env, limits });
  options.onStoreOpen?.();
  const secrets = await openSecrets({ store: store.secrets, settings, env, log });
  const inForce = await openSettings({ ...options, store: store.settings, log });
  const signals = options.signals ? notShared(options.signals) : await openSignals(settings, log);
  try {
    const cadence = await joinParts({ ...options, log, signals }, store, { secrets, inForce });
    return {
      ...cadence,
      bus: signals.state,
      close: (timeoutMs) => cadence.close(timeoutMs).finally(signals.close),
    };
  } catch (error) {
    secrets.close();
    inForce.close();
    await signals.close();
    await store.close();
    throw error;
  }
}

/** What is entered while the deployment runs. */
interface Entered {
  secrets: Secrets;
  inForce: SettingsInForce;
}

type JoinOptions = CadenceOptions & { log: Log; signals: Signals };

async function joinParts(
  { log, signals, worker = {}, workflowFiles = false, observe }: JoinOptions,
  store: Store,
  { secrets, inForce }: Entered,
): Promise<Omit<Cadence, 'bus'>> {
  for (const entered of [secrets, inForce]) entered.share(signals);
  const { settings } = inForce;
  const env = modelEnv(settings, secrets.env);
  const models = openModels(settings, env);
  const tools = await openTools({ inForce, store, signals, secrets, log });
  const { plugins, pluginStore, mcpServers, enteredServers } = tools;
  const outgoing = createGuardedFetch(settings);
  const compiled = compiledWorkflows({
    models,
    ...tools.brought,
    settings: () => engineSettings(settings),
    fetch: outgoing.fetch,
    secrets: secrets.values,
    runtime: runtimeOf(settings),
    log,
  });
  refreshOnChange({ compiled, models, signals, secrets, inForce }, tools);
  const textOf = fileTexts(store);
  const stored = await openConversations({
    storage: store,
    log,
    signals,
    observe,
    worker: worker && { concurrency: settings.concurrency, ...worker },
    workflowFor: (run) => tools.makeWith(run, compiled.pluginHashes(), () => compiled.of(store, run)),
    tools: compiled.pluginHashes,
    ...keptOfRuns(settings),
    fileText: textOf,
  });
  const workflows = workflowCatalogue(store, compiled.generated, workflowFiles);
  const pins = workflowPins({ store, compiled, workflows, mcpServers });
  const signing = webhookSecrets(lazyKeys(settings));
  const stopJobs = startJobs({ store, settings, signals, pin: pins.now, log, secrets: signing }, worker);
  const byForm = maskedBy(inForce);
  return {
    ...stored,
    models,
    embeddings: () => openEmbeddings(settings, env),
    settings,
    enteredSettings: inForce,
    modelEnv: env,
    plugins,
    pluginStore,
    mcpServers,
    enteredServers,
    secrets,
    hasVariable: (name) => (secrets.env()[name] ?? '') !== '',
    webhookSecrets: signing,
    workflows,
    ...lookingAt(store, compiled, mcpServers),
    tools: compiled.tools,
    kinds: compiled.kinds,
    ...lookingBack(store, compiled),
    fileText: textOf,
    fetch: outgoing.fetch,
    mask: (text) => secrets.values().mask(byForm(text)),
    async close(timeoutMs = 10_000) {
      secrets.close();
      inForce.close();
      await Promise.all([stopJobs(), stored.drain(timeoutMs).then(store.stopWaiting)]);
      await stored.close(0).finally(() => Promise.all([tools.close(), outgoing.close()]));
    },
    send: sendPinned(stored, pins, (message) => demandTakenBy({ compiled, store, textOf }, message)),
  };
}

type PinnedMessage = NewMessage & PinnedWorkflow & Owner;

/** Sends messages to workflows as they are now; what `demand` refuses is not sent. */
function sendPinned(
  stored: Pick<Cadence, 'send'>,
  pins: WorkflowPins,
  demand: (message: PinnedMessage) => Promise<void>,
): Cadence['send'] {
  return async ({ owner = localOwner, ...message }) => {
    const sendAs = async (pin: WorkflowPins['now' | 'remembered']) => {
      const pinned = await pin(owner, message.workflowId, message.workflowVersion);
      if (message.parts) await demand({ ...message, ...pinned, ...owner });
      const metadata = { ...message.metadata, ...pinned.metadata };
      return stored.send({ ...message, owner, ...pinned, metadata });
    };
    try {
      return await sendAs(pins.remembered);
    } catch (error) {
      if (error instanceof OtherVersion) return sendAs(pins.now);
      throw error;
    }
  };
}

/** Refuses files that none of the models that a run would ask can be given. */
async function demandTakenBy(
  { compiled, store, textOf }: { compiled: CompiledWorkflows; store: Store; textOf: ReadFileText },
  message: PinnedMessage,
): Promise<void> {
  const { parts = [], model = null, tenantId, workflowId, workflowVersion } = message;
  const models = await compiled.models(store, { tenantId, workflowId, workflowVersion, model });
  await demandTaken(parts, models, (fileId) => textOf(tenantId, fileId));
}

/** Has workflows compiled anew when what they are made of has changed. */
function refreshOnChange(
  {
    compiled,
    models,
    signals,
    secrets,
    inForce,
  }: { compiled: CompiledWorkflows; models: Models; signals: Signals } & Entered,
  { plugins, mcpServers }: Pick<OpenedParts, 'plugins' | 'mcpServers'>,
): void {
  const refresh = () => {
    compiled.refresh();
    // What was set aside for want of a tool may be carried out now.
    signals.publish(workTopic, { type: 'work', conversationId: null });
  };
  plugins.onChange(refresh);
  mcpServers.onChange(refresh);
  const renew = () => {
    models.refresh();
    compiled.refresh();
  };
  secrets.onChange(renew);
  inForce.onChange(renew);
}

/** Whether what a run gets from outside is kept, and what it cost by the prices of now. */
const keptOfRuns = (settings: Settings) => ({
  records({ tenantId, workflowId }: RunRecord): boolean {
    const { tenants = [], workflows = [] } = settings.unrecorded;
    return settings.record && !tenants.includes(tenantId) && !workflows.includes(workflowId);
  },
  costOf: (spent: RunUsage) => costOfRun(spent, settings.modelPrices),
});

/** Masks what has the form of a secret, as the settings say. */
function maskedBy({ settings, onChange }: SettingsInForce): (text: string) => string {
  const made = () => maskSecrets(secretPatterns(settings));
  let mask = made();
  onChange(() => {
    mask = made();
  });
  return (text) => mask(text);
}

/** What is known here of a definition: by it, it is checked, mended and simulated. */
function lookingAt(
  store: Store,
  compiled: CompiledWorkflows,
  mcpServers: Pick<OpenedParts['mcpServers'], 'tried'>,
): Pick<OpenedParts, 'check' | 'mend' | 'surroundings'> {
  const known = async (tenantId: string) => {
    await mcpServers.tried();
    return compiled.known(store, tenantId);
  };
  return {
    check: async (tenantId, given, options) => check(given, { ...(await known(tenantId)), ...options }),
    async mend(tenantId, given, options) {
      const slices = mendInSlices(given, { ...(await known(tenantId)), ...options });
      for (;;) {
        const slice = slices.next();
        if (slice.done) return slice.value;
        await nextTurn();
      }
    },
    async surroundings(tenantId) {
      await mcpServers.tried();
      return compiled.surroundings(store, tenantId);
    },
  };
}

/** What is put together again of runs that were. */
function lookingBack(
  store: Store,
  compiled: CompiledWorkflows,
): Pick<OpenedParts, 'sentRequest' | 'recordedParts'> {
  return {
    sentRequest: (run, before, after) =>
      sentRequest({
        run,
        before,
        after,
        profileOf: (userId) => store.profiles.get(run.tenantId, userId),
        workflowOn: (model) => compiled.on(store, run, model),
      }),
    recordedParts: (run) => compiled.recorded(store, run),
  };
}
