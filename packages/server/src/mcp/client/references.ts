// `${NAME}` in the headers and variables of a server: a secret that does not stand in the settings.
import { CadenceError } from '@cadence-agents/contracts';
import type { McpServerConfig } from '../../settings/mcp-servers-schema.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

const reference = /\$\{([A-Z][A-Z0-9_]*)\}/g;

export function hasReferences(config: McpServerConfig): boolean {
  return Object.values(textsOf(config)).some((text) => text.search(reference) >= 0);
}

const textsOf = (config: McpServerConfig): Record<string, string> =>
  ('command' in config ? config.env : config.headers) ?? {};

/** The settings of a server with what its references stand for. */
export function withoutReferences<Config extends McpServerConfig>(config: Config, env: Environment): Config {
  if (!hasReferences(config)) return config;
  const texts = Object.entries(textsOf(config)).map(([name, text]) => [name, filled(text, env)]);
  return { ...config, ['command' in config ? 'env' : 'headers']: Object.fromEntries(texts) };
}

function filled(text: string, env: Environment): string {
  return text.replaceAll(reference, (_, name: string) => {
    const value = env[name];
    if (value) return value;
    throw new CadenceError(
      'MCP_SERVER_FAILED',
      `"${name}" is set neither in the environment nor as a secret.`,
      {
        hint: `Enter it with: cadence secret set ${name}`,
      },
    );
  });
}
