// The MCP servers under the names that they have here: those of the settings come first, then those that were entered.
import { pluginSlug, slugRefusal } from '@cadence-agents/engine';
import type { McpServerConfig } from '../settings/mcp-servers-schema.ts';
import type { McpBundle } from './client/bundle.ts';
import type { McpConnection } from './client/connection.ts';

/** A server that is not in the settings. */
export interface EnteredServer {
  name: string;
  /** Another one whenever something about it has changed. */
  revision: string;
  /** Or why it cannot be used. */
  config: McpServerConfig | { refusal: string };
}

export interface Server {
  name: string;
  slug: string;
  /** Settings come before what was entered. */
  source: 'settings' | 'entered';
  revision: string;
  config: EnteredServer['config'];
  /** Why it can never be used under this name. */
  refusal: string | undefined;
  connection: McpConnection | undefined;
  bundle: McpBundle | undefined;
  /** The first attempt to connect, and when it began. */
  firstAttempt: Promise<void>;
  since: number;
  isTried: boolean;
  isDropped: boolean;
}

export type AskedServer = Pick<Server, 'name' | 'config' | 'source' | 'revision'>;

/** The servers under the names that they have here, each the one from before if it is the same. */
export function named(asked: readonly AskedServer[], before: readonly Server[]): Server[] {
  const taken = new Map<string, Pick<Server, 'name' | 'source'>>();
  return asked.map((one) => {
    const slug = pluginSlug(one.name);
    const refusal = nameRefusal(one, slug, taken.get(slug));
    if (!refusal) taken.set(slug, one);
    const same = before.find(
      ({ name, source, revision, refusal: old }) =>
        name === one.name && source === one.source && revision === one.revision && old === refusal,
    );
    return (
      same ?? {
        ...{ ...one, slug, refusal, connection: undefined, bundle: undefined },
        ...{ firstAttempt: Promise.resolve(), since: performance.now(), isTried: false, isDropped: false },
      }
    );
  });
}

function nameRefusal(
  { name, source }: Pick<Server, 'name' | 'source'>,
  slug: string,
  twin: Pick<Server, 'name' | 'source'> | undefined,
): string | undefined {
  const unusable = slugRefusal(slug);
  if (unusable) return `It cannot be called "${name}": ${unusable}.`;
  if (!twin) return undefined;
  if (twin.source !== source) return `The settings have the MCP server "${twin.name}", which comes first.`;
  return `"${twin.name}" and "${name}" are both "${slug}" to Cadence; rename one of them.`;
}
