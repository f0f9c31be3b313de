import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { CadenceError } from '@cadence-agents/contracts';
import { pluginSlug, slugRefusal } from '@cadence-agents/sdk/host';

/** Writes a new plugin that works, with a test that passes; answers with the files written. */
export async function scaffoldPlugin(name: string, folder: string): Promise<string[]> {
  const slug = pluginSlug(name);
  const refusal = slugRefusal(slug);
  if (refusal !== undefined) {
    throw new CadenceError('INPUT_INVALID', `A plugin cannot be called "${name}": ${refusal}.`, {
      hint: 'Choose another name, as "Weather".',
    });
  }
  const present = await readdir(folder).catch((): string[] => []);
  if (present.length > 0) {
    throw new CadenceError('INPUT_INVALID', `The folder "${folder}" is not empty.`, {
      hint: 'Name a folder that does not exist yet.',
    });
  }
  const files = Object.entries(scaffoldFiles({ name, packageName: slug.replaceAll('_', '-') }));
  for (const [path, content] of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  return files.map(([path]) => join(folder, path));
}

interface ScaffoldNames {
  /** As people see it. */
  name: string;
  /** Of the package. */
  packageName: string;
}

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

/** The files of a new plugin, as an author would write them. */
function scaffoldFiles({ name, packageName }: ScaffoldNames): Record<string, string> {
  return {
    'package.json': packageFile(packageName),
    'tsconfig.json': tsconfigFile(),
    'README.md': readmeFile(name),
    'src/index.ts': indexFile(name),
    'src/index.test.ts': testFile(),
  };
}

function packageFile(packageName: string): string {
  return json({
    name: packageName,
    version: '0.1.0',
    private: true,
    type: 'module',
    cadence: { plugin: './src/index.ts' },
    // The host brings both: named for editors and readers, never installed.
    peerDependencies: { '@cadence-agents/sdk': '*', zod: '*' },
    peerDependenciesMeta: { '@cadence-agents/sdk': { optional: true }, zod: { optional: true } },
  });
}

// An editor knows nothing of the host's resolve hook, so it is told where the host's copies are.
function tsconfigFile(): string {
  const { resolve } = createRequire(import.meta.url);
  const zod = dirname(resolve('zod/package.json'));
  // Beside a module that was built, or the source itself.
  const typesOf = (name: string) => resolve(name).replace(/\.js$/, '.d.ts');
  return json({
    compilerOptions: {
      target: 'es2024',
      module: 'nodenext',
      strict: true,
      noEmit: true,
      allowImportingTsExtensions: true,
      erasableSyntaxOnly: true,
      verbatimModuleSyntax: true,
      skipLibCheck: true,
      types: ['node'],
      typeRoots: [join(dirname(zod), '@types')],
      paths: {
        '@cadence-agents/sdk': [typesOf('@cadence-agents/sdk')],
        '@cadence-agents/sdk/testing': [typesOf('@cadence-agents/sdk/testing')],
        zod: [join(zod, 'index.d.ts')],
      },
    },
    include: ['src'],
  });
}

function indexFile(name: string): string {
  return `import { defineAgent, definePlugin, tool } from '@cadence-agents/sdk';
import { z } from 'zod';

const measureText = tool({
  name: 'measure_text',
  description: 'Counts the words and characters of a text, and how long it takes to read.',
  input: z.object({
    text: z.string().describe('The text to measure, in full.'),
    wordsPerMinute: z.number().positive().default(200).describe('How fast the reader is.'),
  }),
  readOnly: true,
  run: ({ text, wordsPerMinute }) => {
    const words = text.match(/\\S+/g)?.length ?? 0;
    return { words, characters: text.length, readingSeconds: Math.round((words / wordsPerMinute) * 60) };
  },
});

export default definePlugin({
  metadata: {
    name: ${JSON.stringify(name)},
    version: '0.1.0',
    // The coordinator chooses by this sentence: say what to come here for.
    description: 'Measures texts: how many words and characters they have and how long they take to read.',
    capabilities: ['text_measurement'],
  },
  createAgent: () =>
    defineAgent({
      systemPrompt: 'You measure texts. Use measure_text for every number; never count yourself.',
      tools: [measureText],
    }),
});
`;
}

function testFile(): string {
  return `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callTool, runPlugin } from '@cadence-agents/sdk/testing';
import plugin from './index.ts';

test('the tool measures a text', async () => {
  const measured = await callTool(plugin, 'measure_text', { text: 'one two  three' });
  assert.deepEqual(measured, { words: 3, characters: 14, readingSeconds: 1 });
});

test('the agent answers with what the tool measured', async () => {
  const script = [
    { toolCalls: [{ name: 'measure_text', args: { text: 'Hello there' } }] },
    'It has two words.',
  ];
  const { answer, toolCalls } = await runPlugin(plugin, { script, message: 'How long is "Hello there"?' });
  assert.match(toolCalls[0]?.output ?? '', /"words":2/);
  assert.equal(answer, 'It has two words.');
});
`;
}

function readmeFile(name: string): string {
  return `# ${name}

A Cadence plugin: an agent and its tools, in \`src/index.ts\`. \`@cadence-agents/sdk\` and \`zod\` come from Cadence;
there is nothing to install.

From the folder in which Cadence runs:

- \`cadence plugin check PATH\` says everything that is wrong with it, at once.
- \`cadence plugin test PATH\` runs its tests (\`src/*.test.ts\`).
- \`CADENCE_PLUGINS_DIR=PATH cadence serve\` loads it; a folder of several plugins will do as well.
- \`cadence plugin reload\` takes up your changes. Conversations go on, each turn with the version it began with.

Node runs TypeScript by taking the types away: write imports with their ending (\`./x.ts\`) and no enums.
Other packages go under \`dependencies\` in \`package.json\`; Cadence installs them into this folder, scripts off.
\`tsconfig.json\` points your editor at this machine's Cadence; create it anew when that moves.
`;
}
