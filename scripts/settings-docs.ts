// docs/settings.md: every setting, from the table that the server reads them by.
import { settingTable } from '../packages/server/src/settings/setting-table.ts';
import { escaped } from './schema-docs.ts';

export function settingsPage(): string {
  const rows = Object.entries(settingTable).map(([key, { env, fallback, about, secret }]) => {
    const kept = secret ? ' Never printed.' : '';
    return `| \`${env}\` | \`${key}\` | ${shown(fallback)} | ${escaped(about)}${kept} |`;
  });
  return `# Settings

This page is made from \`packages/server/src/settings/setting-table.ts\` by \`npm run docs\`. A setting is read from the environment, then from \`.env\`, then from \`cadence.config.ts\`; the first that has it counts. \`cadence doctor\` shows what is in force and where it comes from, and a name that is misspelt is refused.

\`cadence.config.ts\`

\`\`\`ts
export default {
  port: 8080,
  defaultModel: 'offline',
  fallbackModels: ['openai:gpt-5-mini'],
};
\`\`\`

| variable | in \`cadence.config.ts\` | default | |
|---|---|---|---|
${rows.join('\n')}
`;
}

function shown(fallback: unknown): string {
  if (fallback === null || (Array.isArray(fallback) && fallback.length === 0)) return 'none';
  return `\`${typeof fallback === 'string' ? fallback : JSON.stringify(fallback)}\``;
}
