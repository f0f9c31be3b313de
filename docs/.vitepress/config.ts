// The site that `npm run docs:build` makes of docs/. The pages stay plain Markdown, to be read where they lie too.
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type DefaultTheme, defineConfig } from 'vitepress';
import { usableSearchBox } from './search-box.ts';
import { toSiteMarkup } from './site-markup.ts';

const page = (text: string, name: string): DefaultTheme.SidebarItem => ({ text, link: `/${name}` });

const sidebar: DefaultTheme.SidebarItem[] = [
  {
    text: 'Start',
    items: [
      page('Start', ''),
      page('Install', 'install'),
      page('Concepts', 'concepts'),
      page('The page', 'page'),
      page('The command line', 'command-line'),
    ],
  },
  {
    text: 'Workflows',
    items: [
      page('Definitions by hand', 'definitions'),
      page('Every field', 'definition-fields'),
      page('Node kinds', 'node-kinds'),
      page('Prompts', 'prompts'),
      page('Verification', 'verification'),
      page('Simulation', 'simulation'),
      page('Recordings', 'recordings'),
      page('Unruly models', 'unruly'),
    ],
  },
  {
    text: 'Plugins',
    items: [page('Writing a plugin', 'plugins'), page('API of the sdk', 'api-sdk'), page('MCP', 'mcp')],
  },
  {
    text: 'Call it',
    items: [
      page('HTTP API', 'http-api'),
      page('HTTP reference', 'http-reference'),
      page('Files', 'files'),
      page('Schedules', 'schedules'),
      page('Webhooks', 'webhooks'),
      page('Other protocols', 'protocols'),
      page('API of the client', 'api-client'),
      page('Errors', 'errors'),
      page('Who may do what', 'access'),
    ],
  },
  {
    text: 'Run it',
    items: [
      page('Operations', 'operations'),
      page('Deployment', 'deployment'),
      page('Archive', 'archive'),
      page('Settings', 'settings'),
      page('Command reference', 'command-reference'),
      page('Performance', 'performance'),
      page('Scale', 'scale'),
    ],
  },
  {
    text: 'Behind it',
    items: [
      page('Architecture', 'ARCHITECTURE'),
      page('Extending', 'extending'),
      page('Decisions', 'DECISIONS'),
      page('Capabilities', 'capabilities'),
      page('Licences', 'licences'),
    ],
  },
];

export default defineConfig({
  title: 'Cadence',
  description: 'Multi-agent conversations as workflows you can see, check, replay and trust.',
  base: process.env.DOCS_BASE ?? '/',
  head: [['link', { rel: 'icon', href: `${process.env.DOCS_BASE ?? '/'}cadence.svg` }]],
  lastUpdated: false,
  // Files can name their schema where the site has it.
  async buildEnd({ outDir }) {
    for (const name of ['workflow.schema.json', 'recording.schema.json'])
      await copyFile(join(import.meta.dirname, '..', name), join(outDir, name));
  },
  markdown: { config: toSiteMarkup },
  vite: { plugins: [usableSearchBox()] },
  themeConfig: {
    sidebar,
    outline: [2, 3],
    search: { provider: 'local' },
  },
});
