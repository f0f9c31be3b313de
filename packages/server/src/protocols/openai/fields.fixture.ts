// Every documented field of chat completions and responses: what it does here, values that are taken and values that
// are refused. The tests send each of them; the tables of docs/protocols.md are made of this.

export interface Field {
  /** What becomes of it. */
  does: string;
  takes?: readonly unknown[];
  refuses?: readonly unknown[];
  /** What has to be in the request beside it. */
  with?: Readonly<Record<string, unknown>>;
}

const tool = { name: 'look', description: 'Looks.', parameters: { type: 'object', properties: {} } };
const schema = {
  type: 'object',
  properties: { said: { type: 'string' } },
  required: ['said'],
  additionalProperties: false,
};
const decided = 'the models of the workflow decide';

const common = {
  metadata: { does: 'kept with the run', takes: [{ shop: '7' }], refuses: ['shop'] },
  parallel_tool_calls: { does: 'with `false` one call of yours at a time', takes: [true, false] },
  prompt_cache_key: { does: 'kept with the run; prompts are sent so that caches hold anyway', takes: ['a'] },
  safety_identifier: { does: 'kept with the run', takes: ['ann'] },
  service_tier: { does: 'there is one', takes: ['auto', 'default'], refuses: ['flex'] },
  stream: { does: 'events as they come', takes: [false] },
  temperature: { does: 'for agents that have none of their own', takes: [0, 1.5], refuses: [3] },
  top_p: { does: 'passed on', takes: [0.5], refuses: [2] },
  top_logprobs: { does: 'probabilities are not told', takes: [0], refuses: [3] },
  user: { does: 'kept with the run', takes: ['ann'] },
  moderation: { does: 'the rules of the service hold', refuses: [{ model: 'x' }] },
  prompt_cache_options: { does: decided, refuses: [{ mode: 'auto' }] },
  prompt_cache_retention: { does: decided, refuses: ['24h'] },
} satisfies Record<string, Field>;

export const chatFields: Readonly<Record<string, Field>> = {
  ...common,
  messages: { does: 'the conversation; text alone, and results of tools', refuses: [[], 'hi'] },
  model: { does: 'a workflow, by its id', refuses: [''] },
  audio: { does: 'answers are text', refuses: [{ voice: 'ash', format: 'mp3' }] },
  frequency_penalty: { does: decided, takes: [0], refuses: [1] },
  function_call: { does: 'use `tool_choice`', refuses: ['auto'] },
  functions: { does: 'use `tools`', refuses: [[{ name: 'f' }]] },
  logit_bias: { does: 'which tokens there are depends on the model', refuses: [{ '50256': -100 }] },
  logprobs: { does: 'probabilities are not told', takes: [false], refuses: [true] },
  max_completion_tokens: { does: 'the most tokens of the answer', takes: [50], refuses: [0] },
  max_tokens: { does: 'the same, by its old name', takes: [50], refuses: [0] },
  modalities: { does: 'text alone', takes: [['text']], refuses: [['audio']] },
  n: { does: 'up to 4 answers, each a conversation of its own', takes: [1, 2], refuses: [5] },
  prediction: { does: decided, refuses: [{ type: 'content', content: 'x' }] },
  presence_penalty: { does: decided, takes: [0], refuses: [1] },
  reasoning_effort: { does: decided, refuses: ['low'] },
  response_format: {
    does: '`text`, `json_object`, `json_schema`; the answer is checked',
    takes: [
      { type: 'text' },
      { type: 'json_object' },
      { type: 'json_schema', json_schema: { name: 'x', schema } },
    ],
    refuses: [{ type: 'grammar' }],
  },
  seed: { does: 'no model promises the same answer twice', refuses: [1] },
  stop: { does: 'up to 4 texts before which the answer ends', takes: ['END', ['END', '.']], refuses: [[1]] },
  store: { does: 'every run is kept, as long as the operator says', takes: [true, false] },
  stream_options: {
    does: '`include_usage`',
    takes: [{ include_usage: true }],
    refuses: [{ include_obfuscation: true }],
  },
  tool_choice: {
    does: '`none`, `auto`, `required`, a function, allowed functions; it is about your tools',
    takes: [
      'none',
      'auto',
      {
        type: 'allowed_tools',
        allowed_tools: { mode: 'auto', tools: [{ type: 'function', function: { name: 'look' } }] },
      },
    ],
    refuses: [
      { type: 'custom', custom: { name: 'look' } },
      { type: 'function', function: { name: 'other' } },
    ],
    with: { tools: [{ type: 'function', function: tool }] },
  },
  tools: {
    does: 'functions that you carry out: the run waits for the results',
    takes: [[{ type: 'function', function: tool }]],
    refuses: [[{ type: 'custom', custom: { name: 'x' } }]],
  },
  verbosity: { does: 'say it in the instructions', takes: ['medium'], refuses: ['low'] },
  web_search_options: { does: 'a workflow has tools of its own', refuses: [{}] },
};

export const responseFields: Readonly<Record<string, Field>> = {
  ...common,
  access_programs: { does: 'the workflow decides', refuses: [{}] },
  background: { does: 'the reply comes at once; fetch, follow or cancel it by its id', takes: [true, false] },
  context_management: { does: 'the workflow decides', refuses: [[{ type: 'compaction' }]] },
  conversation: { does: 'a conversation to go on with', takes: ['talk-7', { id: 'talk-8' }], refuses: [7] },
  image: { does: 'answers are text', refuses: [{}] },
  include: {
    does: 'what there is here is told anyway',
    takes: [['reasoning.encrypted_content']],
    refuses: [['message.output_text.logprobs']],
  },
  input: {
    does: 'a text, or messages of text, function calls and their outputs',
    takes: ['hi', [{ role: 'user', content: [{ type: 'input_text', text: 'hi' }] }]],
    refuses: [[{ type: 'item_reference', id: 'x' }]],
  },
  instructions: { does: 'system text, below that of the workflow', takes: ['Be brief.'], refuses: [1] },
  max_output_tokens: { does: 'the most tokens of the answer', takes: [50], refuses: [0] },
  max_tool_calls: { does: 'the workflow decides', refuses: [1] },
  model: { does: 'a workflow, by its id', refuses: [''] },
  previous_response_id: {
    does: 'goes on after that response, in a branch where the conversation has gone on since',
  },
  prompt: { does: 'a workflow has prompts of its own', refuses: [{ id: 'p' }] },
  reasoning: { does: decided, refuses: [{ effort: 'low' }] },
  store: { does: 'with `false` it cannot be fetched later', takes: [true, false] },
  stream_options: { does: 'nothing is added to hide lengths', refuses: [{ include_obfuscation: true }] },
  text: {
    does: '`format` as `text`, `json_object`, `json_schema`; the answer is checked',
    takes: [{ format: { type: 'text' } }, { format: { type: 'json_schema', name: 'x', schema } }],
    refuses: [{ verbosity: 'low' }],
  },
  tool_choice: {
    does: 'as in chat completions',
    takes: [
      'auto',
      'none',
      { type: 'allowed_tools', mode: 'auto', tools: [{ type: 'function', name: 'look' }] },
    ],
    refuses: [{ type: 'file_search' }, { type: 'function', name: 'other' }],
    with: { tools: [{ type: 'function', ...tool, strict: false }] },
  },
  tools: {
    does: 'functions that you carry out: the run waits for their outputs',
    takes: [[{ type: 'function', ...tool, strict: false }]],
    refuses: [[{ type: 'web_search' }]],
  },
  truncation: {
    does: 'a conversation that is too long is shortened',
    takes: ['auto'],
    refuses: ['disabled'],
  },
};

/** The fields as a table for people. */
export function fieldTable(fields: Readonly<Record<string, Field>>): string {
  const names = Object.keys(fields).toSorted();
  const rows = names.map((name) => {
    const { does, takes, refuses } = fields[name] ?? { does: '' };
    const isRefused = takes === undefined && refuses !== undefined && !alwaysTaken.has(name);
    return `| \`${name}\` | ${isRefused ? 'refused' : 'taken'} | ${does} |`;
  });
  return ['| field | | |', '|---|---|---|', ...rows].join('\n');
}

/** Those that the tests have in every request. */
const alwaysTaken: ReadonlySet<string> = new Set(['messages', 'model', 'stream_options']);
