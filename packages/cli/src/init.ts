// A project of one's own: a plugin, a workflow, a conversation as a test, and what it takes to ship them.
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { CadenceError, published } from '@cadence-agents/contracts';
import type { Command } from 'commander';
import cli from '../package.json' with { type: 'json' };
import { bold, dim } from './output.ts';
import { releaseTarballs } from './release-tarballs.ts';

export function addCommands(program: Command): void {
  program
    .command('init <name>')
    .description('make a project with a plugin, a workflow and a test: it runs at once, offline')
    .option('--packages <folder>', 'where the tarballs of a release are')
    .action(init);
}

async function init(given: string, { packages }: { packages?: string }): Promise<void> {
  const { scaffoldPlugin } = await import('@cadence-agents/engine');
  const folder = resolve(given);
  const name = basename(folder);
  if (!/^[a-z0-9][a-z0-9._-]*$/.test(name))
    throw new CadenceError('INPUT_INVALID', `A project cannot be called "${name}".`, {
      hint: 'It is the name of a package too: small letters, digits, dots and dashes, as "my-assistant".',
    });
  if (existsSync(folder) && (await readdir(folder)).length > 0)
    throw new CadenceError('INPUT_INVALID', `The folder "${folder}" is not empty.`, {
      hint: 'Name a folder that does not exist yet.',
    });
  const tarballs = published.reserved ? [] : await releaseTarballs(packages, cli.version);
  const plugin = await scaffoldPlugin('Text desk', join(folder, 'plugins/text-desk'));
  const copies = tarballs.map((file) => ({ file, copy: `packages/${basename(file)}` }));
  const files = Object.entries(
    projectFiles(
      name,
      copies.map(({ copy }) => copy),
    ),
  );
  for (const [path, content] of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  for (const { file, copy } of copies) {
    await mkdir(dirname(join(folder, copy)), { recursive: true });
    await copyFile(file, join(folder, copy));
  }
  const written = [...files.map(([path]) => path), ...copies.map(({ copy }) => copy)];
  for (const file of [...written.map((path) => join(folder, path)), ...plugin].toSorted())
    console.log(dim(`wrote ${relative('.', file)}`));
  console.log(`
${bold(name)} is ready. It needs neither a key nor a network to begin with:
  cd ${relative('.', folder) || '.'}
  npm install
  npm test
  npm start`);
}

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

/** The packages of Cadence that a project depends on: its own copies of tarballs, or by version from npm. */
function dependencies(copies: readonly string[]): Record<string, string> {
  if (published.reserved)
    return { [published.command]: cli.version, [`${published.scope}/sdk`]: cli.version };
  return Object.fromEntries(copies.map((copy) => [packageOf(copy), `file:${copy}`]));
}

/** The name of the package in a tarball that `npm pack` has named. */
function packageOf(tarball: string): string {
  const name = basename(tarball, `-${cli.version}.tgz`);
  return name === published.command
    ? name
    : name.replace(`${published.scope.slice(1)}-`, `${published.scope}/`);
}

function projectFiles(name: string, copies: readonly string[]): Record<string, string> {
  return {
    'package.json': json({
      name,
      version: '0.1.0',
      private: true,
      type: 'module',
      engines: { node: '>=24' },
      scripts: {
        start: 'cadence serve',
        chat: 'cadence chat --workflow workflows/desk.json',
        test: 'cadence workflow check workflows/desk.json && cadence plugin test plugins/text-desk && node --test tests/*.test.ts',
        record: 'node tests/record.ts',
      },
      dependencies: { ...dependencies(copies), zod: '^4.0.0' },
    }),
    'cadence.config.ts': `// Every setting can stand here, in the environment or in .env; "cadence doctor" lists them.
export default {
  pluginsDir: 'plugins',
};
`,
    '.env.example': `# Copy it to .env. "cadence setup" asks for these, tries them, and keeps the key encrypted instead.
# CADENCE_DEFAULT_MODEL=openai:gpt-5-mini
# OPENAI_API_KEY=

# Needed before it listens on more than this machine.
# CADENCE_HOST=0.0.0.0
# CADENCE_ADMIN_KEY=

# PostgreSQL in place of the file in .cadence.
# CADENCE_DATABASE_URL=postgres://user:password@localhost/cadence
`,
    '.gitignore': 'node_modules/\n.cadence/\n.env\n',
    '.dockerignore': 'node_modules\n.cadence\n.env\n.git\n',
    Dockerfile: `FROM node:24-slim AS build
WORKDIR /app
COPY package*.json ./
${copies.length > 0 ? 'COPY packages ./packages\n' : ''}RUN npm install --omit=dev
COPY . .

FROM node:24-slim
WORKDIR /app
COPY --from=build --chown=node:node /app /app
# All that is written is here: mount a volume, or set CADENCE_DATABASE_URL.
RUN mkdir /data && chown node:node /data
VOLUME /data
USER node
ENV CADENCE_DATA_DIR=/data CADENCE_HOST=0.0.0.0 CADENCE_PORT=8000
EXPOSE 8000
HEALTHCHECK CMD ["node", "-e", "fetch('http://127.0.0.1:8000/healthz').then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Run it with -e CADENCE_ADMIN_KEY=…: without a key it does not listen beyond the container.
CMD ["node_modules/.bin/cadence", "serve"]
`,
    'workflows/desk.json': json(deskWorkflow),
    'tests/how-long.recorded.json': json(howLong),
    'tests/record.ts': recordFile,
    'tests/recorded.test.ts': testFile,
    'README.md': readmeFile(name),
  };
}

const deskWorkflow = {
  id: 'desk',
  name: 'Text desk',
  description: 'One agent that measures texts with the tool of the plugin beside it.',
  isConversational: false,
  entrypointNodeId: 'desk',
  nodes: [
    { id: 'desk', workflowId: 'desk', nodeType: 'AGENT', nodeName: 'desk', agentId: 'desk' },
    { id: 'tools', workflowId: 'desk', nodeType: 'TOOL_EXECUTOR', nodeName: 'tools', agentId: null },
  ],
  edges: [
    {
      id: 'desk-tools',
      workflowId: 'desk',
      sourceNodeId: 'desk',
      targetNodeId: 'tools',
      conditionType: 'CONDITIONAL',
      conditionValue: 'tools',
    },
    {
      id: 'desk-end',
      workflowId: 'desk',
      sourceNodeId: 'desk',
      targetNodeId: null,
      conditionType: 'ALWAYS',
      conditionValue: 'END',
    },
  ],
  agents: [
    {
      id: 'desk',
      name: 'Desk',
      description: 'Measures texts.',
      systemPrompt: 'You measure texts. Use the tool "measure_text" for every number; never count yourself.',
      tools: ['measure_text'],
    },
  ],
};

const howLong = {
  workflow: 'workflows/desk.json',
  message: "How long does it take to read 'Hello there'?",
  route: ['desk', 'tools', 'desk'],
  tools: [{ tool: 'measure_text', input: { text: 'Hello there' } }],
  answer:
    "Here is what I found: measure_text (Hello there): words: 2, characters: 11, readingSeconds: 1.\n\nBy the way, I am Cadence's offline model: I match words with tools and pass on what they find, without a key or a network.",
};

/** In pieces, since a bundle would take it for that of this module. */
const meta = ['import', 'meta'].join('.');

const recordFile = `// Asks a question of a workflow, offline, and keeps the way it went as a test: npm run record -- "Question" [WORKFLOW]
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

export interface Recording {
  workflow: string;
  message: string;
  route: string[];
  tools: { tool: string; input: unknown }[];
  answer: string;
}

const bin = join(${meta}.dirname, '../node_modules/.bin/cadence');

/** In a data folder of its own, so that nothing but the project decides what is answered. */
export async function record(message: string, workflow: string): Promise<Recording> {
  const CADENCE_DATA_DIR = await mkdtemp(join(tmpdir(), 'recording-'));
  const env = { ...process.env, CADENCE_DATA_DIR, CADENCE_DEFAULT_MODEL: 'offline' };
  const cadence = async (...args: string[]) => JSON.parse((await promisify(execFile)(bin, args, { env })).stdout);
  try {
    const { id, answer } = await cadence('ask', '--json', '--workflow', workflow, message);
    const { steps } = await cadence('run', 'show', id, '--json');
    return {
      workflow,
      message,
      route: steps.map(({ node }) => node),
      tools: steps.flatMap(({ tools }) => tools.map(({ tool, input }) => ({ tool, input }))),
      answer,
    };
  } finally {
    await rm(CADENCE_DATA_DIR, { recursive: true, force: true });
  }
}

if (${meta}.main) {
  const [message = '', workflow = 'workflows/desk.json'] = process.argv.slice(2);
  const name = message.toLowerCase().match(/[a-z0-9]+/g)?.slice(0, 5).join('-') || 'recording';
  const file = join(${meta}.dirname, \`\${name}.recorded.json\`);
  await writeFile(file, \`\${JSON.stringify(await record(message, workflow), null, 2)}\\n\`);
  console.log(\`wrote \${file}\`);
}
`;

const testFile = `// Every recorded conversation, asked again: the same way, the same tools, the same answer.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { type Recording, record } from './record.ts';

for (const name of readdirSync(${meta}.dirname).filter((file) => file.endsWith('.recorded.json')))
  test(name, async () => {
    const recording: Recording = JSON.parse(readFileSync(join(${meta}.dirname, name), 'utf8'));
    assert.deepEqual(await record(recording.message, recording.workflow), recording);
  });
`;

function readmeFile(name: string): string {
  return `# ${name}

An assistant on Cadence: agents and tools as a workflow that you can see, check and test.

\`\`\`sh
npm install
npm start      # http://127.0.0.1:8000
npm test       # the workflow, the plugin, and every recorded conversation; offline
npm run chat   # in the terminal
\`\`\`

| | |
|---|---|
| \`plugins/text-desk\` | an agent and its tool; another one: \`cadence plugin create NAME --dir plugins/NAME\` |
| \`workflows/desk.json\` | a workflow; \`cadence workflow push workflows/desk.json\` stores it, where the page can change it |
| \`tests/*.recorded.json\` | conversations that must go as they went; another one: \`npm run record -- "Question"\` |
| \`cadence.config.ts\` | settings; \`cadence doctor\` lists all there are |

The offline model answers until you connect a real one: \`cadence setup\`. Put the command on your path first: \`export PATH="$PWD/node_modules/.bin:$PATH"\`.
`;
}
