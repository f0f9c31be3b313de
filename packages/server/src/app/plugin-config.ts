// What is set of plugins while the deployment runs.
import { type ApiPlugin, CadenceError, type JsonObject, type PluginConfig } from '@cadence-agents/contracts';
import type { PluginListing } from '@cadence-agents/engine';
import { audited } from './access/audited.ts';
import { authorize } from './access/authorize.ts';
import { actorOf, type Principal } from './access/principal.ts';
import type { AppContext } from './app-context.ts';
import { invalidInput } from './invalid-input.ts';
import { type Changing, noPlugin, shown } from './plugins.ts';

type Configuring = Changing & Pick<AppContext, 'enteredSettings'>;

/** What can be set of a plugin, and what holds. */
export function readPluginConfig(
  context: Pick<AppContext, 'plugins'>,
  principal: Principal,
  name: string,
): PluginConfig {
  authorize(principal, 'plugin.update');
  return configOf(listed(context, name));
}

/** Keeps a config with which the plugin works, and has the plugin made anew with it. */
export function configurePlugin(
  context: Configuring,
  principal: Principal,
  { name, value }: { name: string; value: JsonObject },
): Promise<ApiPlugin> {
  const work = async () => {
    const known = listed(context, name);
    await demandUsable(context, known, value);
    await context.enteredSettings.configurePlugin(known.slug, { value, by: actorOf(principal) });
    await context.plugins.review();
    const listing = listed(context, name);
    return { ...(await shown(context, listing)), ...(listing.config && { config: listing.config }) };
  };
  return audited(context, principal, 'plugin.update', name, work, { config: 'entered' });
}

/** Goes back to the defaults. */
export function resetPlugin(context: Configuring, principal: Principal, name: string): Promise<void> {
  const work = async () => {
    const { slug } = listed(context, name);
    await context.enteredSettings.configurePlugin(slug, { by: actorOf(principal) });
    await context.plugins.review();
  };
  return audited(context, principal, 'plugin.update', name, work, { config: 'defaults' });
}

/** Of several of one name, the one that serves. */
function listed({ plugins }: Pick<AppContext, 'plugins'>, name: string): PluginListing {
  const all = plugins.list().filter((listing) => listing.slug === name || listing.name === name);
  const found = all.find(({ status }) => status === 'loaded') ?? all[0];
  if (found) return found;
  throw noPlugin(name);
}

function configOf({ name, config }: PluginListing): PluginConfig {
  if (config) return config;
  throw invalidInput([{ path: 'params.name', message: `There is nothing to set of the plugin "${name}"` }]);
}

async function demandUsable(
  { plugins }: Configuring,
  listing: PluginListing,
  value: JsonObject,
): Promise<void> {
  configOf(listing);
  const { misfits, problems } = await plugins.tryOutConfig(listing, value);
  if (misfits.length > 0)
    throw invalidInput(
      misfits.map(({ path, message }) => ({ path: ['body.value', path].filter(Boolean).join('.'), message })),
    );
  if (problems.length === 0) return;
  const told = problems.map(({ message }) => message).join(' ');
  throw new CadenceError(
    'PLUGIN_INVALID',
    `The plugin "${listing.name}" cannot be used with this config. ${told}`,
    {
      hint: problems[0]?.hint,
      details: problems,
    },
  );
}
