// Cadence as a contestant of the agent bench: the coordinator over two plugins, SQLite, with every step, event, tool
// call and receipt stored. The bench passes the model's address and a data folder in the environment.
import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Tool } from '@cadence-agents/contracts';
import {
  compileWorkflow,
  coordinatorWorkflow,
  createModels,
  silentLog,
  type Workflow,
} from '@cadence-agents/engine';
import { openConversations, type StoredConversations } from '@cadence-agents/server';
import { z } from 'zod';

/** The bench's script: the prompts, and the tools whose runs it counts. */
interface Script {
  PROMPTS: Record<'coordinator' | 'search' | 'math' | 'synthesizer', string>;
  search(query: string): string;
  calculate(expression: string): string;
}

const searchInput = z.object({ query: z.string() });
const calculateInput = z.object({ expression: z.string() });
const benchFolder = dirname(process.argv[1] ?? '');
const dataDir = process.env.BENCH_DATA ?? '';

/** The whole conversation is sent at every call, as the others do. */
const limits = { windowTokens: 10_000_000 };

let conversations: StoredConversations;

async function setup(): Promise<void> {
  const script: Script = await import(pathToFileURL(join(benchFolder, 'script.ts')).href);
  const { PROMPTS } = script;
  const tools: Tool[] = [
    {
      name: 'search',
      description: 'Run search',
      readOnly: true,
      input: searchInput,
      run: (args) => script.search(searchInput.parse(args).query),
    },
    {
      name: 'calculate',
      description: 'Run calculate',
      readOnly: true,
      input: calculateInput,
      run: (args) => script.calculate(calculateInput.parse(args).expression),
    },
  ];
  const plugin = (slug: 'search' | 'math', tool: string, description: string) => ({
    slug,
    metadata: {
      name: slug,
      version: '1.0.0',
      description,
      capabilities: [],
      llmRequirements: { model: `openai:${slug}` },
    },
    systemPrompt: PROMPTS[slug],
    tools: [{ name: tool }],
  });
  const definition = coordinatorWorkflow(
    [plugin('search', 'search', 'finds information'), plugin('math', 'calculate', 'calculates')],
    {
      coordinatorModel: 'openai:coordinator',
      synthesizerModel: 'openai:synthesizer',
      suspendModel: 'openai:synthesizer',
    },
  );
  const models = createModels({
    defaultModel: 'openai:coordinator',
    env: { OPENAI_BASE_URL: `${process.env.FAKE_LLM_URL}/v1`, OPENAI_API_KEY: 'x' },
    timeoutMs: 60_000,
    maxRetries: 2,
  });
  let workflow: Workflow | undefined;
  conversations = await openConversations({
    storage: { dataDir },
    log: silentLog,
    workflowFor: async () => {
      workflow ??= compileWorkflow(definition, { model: (name) => models.get(name), tools, limits });
      return workflow;
    },
  });
}

async function turn(threadId: string, text: string, onToken: (token: string) => void): Promise<string> {
  const run = await conversations.send({
    message: text,
    workflowId: 'coordinator',
    conversationId: threadId,
  });
  for await (const event of conversations.follow(run.id)) {
    if (event.type === 'on_chat_model_stream') onToken(event.data.chunk);
    else if (event.type === 'on_run_end') return event.data.answer;
  }
  throw new Error('The run did not end.');
}

export default {
  name: 'cadence',
  notes: 'coordinator over two plugins, SQLite: every step, event and receipt stored',
  packages: [],
  setup,
  turn,
  diskBytes: () =>
    Number(
      execFileSync(process.execPath, [join(benchFolder, 'disk-bytes.ts'), dataDir], { encoding: 'utf8' }),
    ),
  teardown: () => conversations.close(),
};
