// How a plugin that somebody handed in is looked at: nothing of it runs in this process.
import type { Log } from '../../log.ts';
import type { Examination } from '../inspect/inspect-module.ts';
import type { InspectManner } from '../inspect/inspect-plugin.ts';
import type { PluginManifest } from '../inspect/plugin-manifest.ts';
import { fault } from '../inspect/problem-list.ts';
import { IsolatedPlugin } from './isolated-plugin.ts';
import { isolationInForce } from './isolation-in-force.ts';
import type { IsolationOptions } from './isolation-level.ts';
import type { ProcessTimes } from './process-times.ts';
import { dependencyRefusals, uploadRefusals } from './upload-refusals.ts';

const DEFAULT_MEMORY_MB = 256;

/** `onStart` is handed the process that was started, which is the caller's to end. */
export function uploadedManner(
  options: IsolationOptions & { times?: ProcessTimes },
  log: Log,
  onStart: (plugin: IsolatedPlugin) => void,
): InspectManner {
  const { demand = 'auto', memoryMb = DEFAULT_MEMORY_MB, secrets = {}, network = false, times } = options;
  return {
    usesPackagesAbove: false,
    refusals: uploadRefusals,
    examine: async (target, { cadence }): Promise<Examination> => {
      const { level } = await isolationInForce(demand);
      if (!level) return { problems: [unavailable(demand)] };
      const plan = {
        folder: target.folder,
        level,
        network: network && cadence?.network === true,
        memoryMb,
        env: declaredSecrets(cadence, secrets),
      };
      const plugin = new IsolatedPlugin({ target, plan, log, ...(times && { times }) });
      onStart(plugin);
      const examined = await plugin.examine();
      const refused = dependencyRefusals('$.metadata.dependencies', examined.metadata?.dependencies);
      return refused.length === 0 ? examined : { problems: [...examined.problems, ...refused] };
    },
  };
}

// These would change what the process itself does.
const neverHandedOver = /^(?:NODE_|LD_|DYLD_)/i;

function declaredSecrets(
  declared: PluginManifest['cadence'],
  allowed: Readonly<Record<string, string>>,
): Record<string, string> {
  const names = (declared?.secrets ?? []).filter((name) => !neverHandedOver.test(name));
  return Object.fromEntries(
    names.flatMap((name) => (Object.hasOwn(allowed, name) ? [[name, allowed[name] ?? '']] : [])),
  );
}

const unavailable = (demand: string) =>
  fault(
    'ISOLATION_UNAVAILABLE',
    'CADENCE_PLUGIN_ISOLATION',
    `The isolation "${demand}" is demanded, and this machine does not have it.`,
    'Let the server make namespaces (Linux, unshare), or set CADENCE_PLUGIN_ISOLATION to "process" or "auto".',
  );
