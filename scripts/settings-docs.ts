// docs/settings.md: every setting, from the table that the server reads them by.
import { settingTable } from '../packages/server/src/settings/setting-table.ts';
import { escaped } from './schema-docs.ts';

export function settingsPage(): string {
  const rows = Object.entries(settingTable).map(([key, { env, fallback, about, secret, takesEffect }]) => {
    const kept = secret ? ' Never printed.' : '';
    return `| \`${env}\` | \`${key}\` | ${shown(fallback)} | ${takesEffect} | ${escaped(about)}${kept} |`;
  });
  return `# Settings

This page is made from \`packages/server/src/settings/setting-table.ts\` by \`npm run docs\`. \`cadence settings\` shows what is in force and where it comes from; a name that is misspelt is refused.

<!-- not run: a server that goes on -->
\`\`\`sh
cadence settings set defaultModel openai:gpt-5-mini   # no restart
cadence settings unset defaultModel
CADENCE_MAX_STEPS=20 cadence serve                    # pinned: nothing else changes it
\`\`\`

The first that has a setting counts:

1. the environment, then \`.env\`. What stands there is pinned: it is shown as fixed, and entering another value is refused.
2. what was **entered** while the deployment runs: on the page under Settings, by \`PUT /api/v1/settings/NAME\`, or by \`cadence settings set\`. It is kept in the database, and every process takes it up at once or within five seconds. The column "entered" says when it holds; runs under way end as they began. Settings with \`restart\` are not entered, among them all secrets and all that opens the machine to others.
3. \`cadence.config.ts\`, then the default.

\`cadence.config.ts\`

\`\`\`ts
export default {
  port: 8080,
  defaultModel: 'offline',
  fallbackModels: ['openai:gpt-5-mini'],
};
\`\`\`

| variable | in \`cadence.config.ts\` | default | entered | |
|---|---|---|---|---|
${rows.join('\n')}
`;
}

function shown(fallback: unknown): string {
  if (fallback === null || (Array.isArray(fallback) && fallback.length === 0)) return 'none';
  return `\`${typeof fallback === 'string' ? fallback : JSON.stringify(fallback)}\``;
}
