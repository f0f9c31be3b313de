import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface WebBackend {
  kind: 'brave' | 'tavily';
  key: string;
  url: string;
}

export interface SearchSettings {
  folder: string;
  /** Undefined without a key: then there is no web search. */
  web: WebBackend | undefined;
}

export type Environment = Readonly<Record<string, string | undefined>>;

const shippedDocuments = fileURLToPath(new URL('../documents', import.meta.url));

export function readSettings(env: Environment): SearchSettings {
  return { folder: resolve(env.SEARCH_DOCS_DIR || shippedDocuments), web: webBackend(env) };
}

function webBackend(env: Environment): WebBackend | undefined {
  const brave = env.BRAVE_SEARCH_API_KEY;
  if (brave)
    return {
      kind: 'brave',
      key: brave,
      url: base(env.BRAVE_SEARCH_URL || 'https://api.search.brave.com/res/v1'),
    };
  const tavily = env.TAVILY_API_KEY;
  if (tavily) return { kind: 'tavily', key: tavily, url: base(env.TAVILY_URL || 'https://api.tavily.com') };
  return undefined;
}

function base(url: string): string {
  return url.endsWith('/') ? url.slice(0, -1) : url;
}
