// What models and their servers do on a bad day, each made out of what the model should have said.
import { failure, type Manner, raw, type Said, type Wire, wireOf } from './wire.fixture.ts';

export interface BadReply {
  name: string;
  /** The form of the reply that it spoils; any where none is named. */
  of?: 'calls' | 'json' | 'words';
  /** The reply is words that anyone could take for an answer: whoever writes the answer may have meant them. */
  isAnswer?: boolean;
  /** What is wrong has to be put right by a person: to ask again is of no use. */
  lasts?: boolean;
  wire: (good: Said, isStreamed: boolean) => Wire;
}

/** In no text that was asked for: where an answer has it, it comes from a reply that was no answer. */
export const nonsense = 'zebra';

const says = (name: string, text: (good: Said) => string, more: Partial<BadReply> = {}): BadReply => ({
  name,
  wire: (good, isStreamed) => wireOf({ text: text(good), calls: [] }, isStreamed),
  ...more,
});
const sent = (name: string, manner: Manner, more: Partial<BadReply> = {}): BadReply => ({
  name,
  wire: (good, isStreamed) => wireOf(good, isStreamed, manner),
  ...more,
});
const nothing: Said = { text: '', calls: [] };
const sendsNothing = (name: string, manner: Manner = {}): BadReply => ({
  name,
  wire: (_, isStreamed) => wireOf(nothing, isStreamed, manner),
});
const instead = (name: string, wire: (isStreamed: boolean) => Wire): BadReply => ({
  name,
  wire: (_, isStreamed) => wire(isStreamed),
});
const refuses = (name: string, wire: Wire): BadReply => ({ name, lasts: true, wire: () => wire });

const html = '<!doctype html><title>502</title><h1>Bad gateway</h1>';
const sorry = 'I’m sorry, but I can’t help with that.';

const nothingUseful: BadReply[] = [
  sendsNothing('an empty text', { content: '' }),
  sendsNothing('null for a text', { content: null }),
  says('only white space', () => ' \n\t \n'),
  says('only marks that nobody sees', () => '\ufeff\u200b\u2060'),
  says('only NUL characters', () => '\0\0\0'),
  sendsNothing('no choices', { choices: [] }),
  sendsNothing('choices: null', { choices: null }),
  instead('an object that is no completion', () => raw('{"detail":"ok"}')),
  sendsNothing('a list of parts without text', { content: [{ type: 'image_url', image_url: { url: 'x' } }] }),
  sendsNothing('thoughts in a field of their own, and no reply', {
    content: '',
    fields: { reasoning_content: `A ${nonsense}, perhaps?` },
  }),
  says('thoughts between tags, and no reply', () => `<think>A ${nonsense}, perhaps?</think>`),
  says('thoughts that never end', () => `<think>A ${nonsense}, or a ${nonsense}, or`),
  sendsNothing('finish_reason "length" before the first word', { finish: 'length' }),
  sendsNothing('finish_reason "content_filter" before the first word', { finish: 'content_filter' }),
  instead('calls of a tool without a name', (isStreamed) =>
    wireOf({ text: '', calls: [{ id: 'c1', name: '', arguments: '{}' }] }, isStreamed),
  ),
];

const server: BadReply[] = [
  instead('HTTP 500', () => failure(500, 'The server had an error.')),
  instead('HTTP 503 with a page', () => raw(html, 'text/html', 503)),
  instead('HTTP 429', () => failure(429, 'Rate limit reached for gpt-x in organization org-1.')),
  refuses('HTTP 401', failure(401, 'Incorrect API key provided: sk-abcdef.')),
  refuses('HTTP 400', failure(400, 'Invalid schema for function "search".')),
  refuses('HTTP 404', failure(404, 'The model "gpt-x" does not exist.')),
  refuses('a redirect to a page', raw(html, 'text/html', 307)),
  instead('status 200 with a page', () => raw(html, 'text/html')),
  instead('status 200 with nothing', () => raw('')),
  instead('status 200 with an error in it', () => failure(200, 'CUDA out of memory.')),
  instead('half of the JSON', () => raw('{"object":"chat.completion","choices":[{"mess')),
  instead('an event that is not JSON', (isStreamed) =>
    isStreamed ? raw('data: {"choices":[{"de\n\ndata: [DONE]\n\n', 'text/event-stream') : raw('{"choices":'),
  ),
  instead('a connection that closes before the first byte', () => ({ ...raw(''), isCut: true })),
  sent('a connection that breaks in the middle', { cutAfter: 2 }),
  sent('an error in the middle of the stream', { errorAfter: 2 }),
  instead('longer than a reply may be', (isStreamed) =>
    wireOf({ text: `${nonsense} `.repeat(60_000), calls: [] }, isStreamed),
  ),
];

/** The reply is there; what carries it is odd. Nobody should notice any of it. */
const oddlySent: BadReply[] = [
  sent('a stream without [DONE]', { done: false }),
  sent('finish_reason missing', { finish: null }),
  sent('finish_reason "stop", whatever it is', { finish: 'stop' }),
  sent('finish_reason that nobody knows', { finish: 'eos_token' }),
  sent('no usage', { usage: 'missing' }),
  sent('usage that is nonsense', { usage: { prompt_tokens: -5, completion_tokens: 'many' } }),
  sent('lines that end in CR LF', { lineEnd: '\r\n' }),
  sent('comments between the events', { beforeEach: ': keep-alive\n\n' }),
  sent('fields nobody knows between the events', { beforeEach: 'event: message\nretry: 10\n' }),
  sent('no space after "data:"', { dataPrefix: 'data:' }),
  sent('packets that end inside a character', { packetBytes: 7 }),
  sent('a refusal field that is null', { fields: { refusal: null, audio: null } }),
  sent('thoughts in a field of their own', { fields: { reasoning_content: `A ${nonsense}, perhaps?` } }),
  {
    name: 'several choices',
    wire: (good, isStreamed) => {
      if (isStreamed) return wireOf(good, isStreamed);
      const other = { index: 1, message: { role: 'assistant', content: nonsense }, finish_reason: 'stop' };
      const first = JSON.parse(wireOf(good, false).body.toString()).choices[0];
      return wireOf(good, false, { choices: [first, other] });
    },
  },
  {
    name: 'text as a list of parts',
    wire: (good, isStreamed) => {
      const content = [
        { type: 'text', text: good.text.slice(0, 5) },
        { type: 'text', text: good.text.slice(5) },
      ];
      return wireOf(good, isStreamed, good.text === '' ? {} : { content });
    },
  },
];

const aroundIt: BadReply[] = [
  {
    name: 'thoughts between tags before it',
    wire: ({ text, calls }, isStreamed) =>
      wireOf({ text: `<think>Is it a ${nonsense}?</think>\n\n${text}`, calls }, isStreamed),
  },
  {
    name: 'a byte order mark before it',
    wire: ({ text, calls }, isStreamed) => wireOf({ text: `\ufeff${text}`, calls }, isStreamed),
  },
  {
    name: 'NUL and half characters in it',
    wire: ({ text, calls }, isStreamed) => wireOf({ text: `${text}\0 \ud800`, calls }, isStreamed),
  },
  {
    name: 'marks of the chat template around it',
    wire: ({ text, calls }, isStreamed) =>
      wireOf({ text: text && `<|im_start|>assistant\n${text}<|im_end|>`, calls }, isStreamed),
  },
  {
    name: 'cut off, and finish_reason "length"',
    wire: (good, isStreamed) => wireOf(begun(good), isStreamed, { finish: 'length' }),
  },
  {
    name: 'cut off, and finish_reason "content_filter"',
    wire: (good, isStreamed) => wireOf(begun(good), isStreamed, { finish: 'content_filter' }),
  },
];

/** The beginning of what was to be said: of a text, or of the arguments of a call. */
const begun = ({ text, calls }: Said): Said => ({
  text: text.slice(0, Math.ceil(text.length * 0.75)),
  calls: calls.map((call) => ({ ...call, arguments: String(call.arguments).slice(0, -3) })),
});

const otherWords: BadReply[] = [
  says('a refusal', () => sorry, { isAnswer: true }),
  {
    name: 'a refusal in its own field',
    isAnswer: true,
    wire: (_, isStreamed) => wireOf(nothing, isStreamed, { content: null, fields: { refusal: sorry } }),
  },
  says('another language', () => 'Das sehe ich mir gleich einmal genauer an.', { isAnswer: true }),
  says('HTML', () => `<div><p>Certainly!</p></div>`, { isAnswer: true }),
  says('the same word for ever', () => 'certainly '.repeat(2_000).trim(), { isAnswer: true }),
  says('unicode junk', () => '\u202e\u0489\u{1f9ff}\ud83d ░▒▓ Ã©', { isAnswer: true }),
];

const json: BadReply[] = [
  says('prose around the JSON', ({ text }) => `Sure! Here it is: ${text} Shall I go on, [1]?`),
  says('a fence around the JSON', ({ text }) => `\`\`\`json\n${text}\n\`\`\``),
  says('a fence that is never closed', ({ text }) => `Here you are:\n\`\`\`json\n${text}`),
  says('commas too many', ({ text }) => text.replaceAll('}', ',}').replaceAll(']', ',]')),
  says('single quotes', ({ text }) => text.replaceAll('"', "'")),
  says('a Python dict', ({ text }) =>
    text
      .replaceAll('"', "'")
      .replaceAll('true', 'True')
      .replaceAll('false', 'False')
      .replaceAll('null', 'None'),
  ),
  says('comments in the JSON', ({ text }) =>
    text.replace('{', '{ // as asked\n').replace(/\}$/, '/* done */ }'),
  ),
  says('JSON inside a JSON string', ({ text }) => JSON.stringify(text)),
  says('JSON cut off', ({ text }) => text.slice(0, -4)),
  says('names in capitals', ({ text }) =>
    text.replaceAll(/"(\w+)":/g, (_, key: string) => `"${key.toUpperCase()}":`),
  ),
  says('a list around the JSON', ({ text }) => `[${text}]`),
  says('the JSON twice', ({ text }) => `${text}\n${text}`),
  says('the JSON below another name', ({ text }) => `{"result":${text}}`),
  says('an empty object', () => '{}'),
  says('null', () => 'null'),
  says('a number', () => '42', { isAnswer: true }),
  says('values of the wrong type', ({ text }) => text.replaceAll(/:"[^"]*"/g, ':7')),
  {
    name: 'the JSON as a call of a tool that is not there',
    wire: ({ text }, isStreamed) =>
      wireOf({ text: '', calls: [{ id: 'c1', name: 'json', arguments: text }] }, isStreamed),
  },
];
const otherJson = json.map((bad): BadReply => ({ ...bad, of: 'json' }));

const spoilt = (name: string, spoil: (call: GoodCall) => Said['calls'], text = ''): BadReply => ({
  name,
  of: 'calls',
  wire: ({ calls }, isStreamed) =>
    wireOf(
      { text, calls: calls.flatMap((call) => spoil({ ...call, arguments: String(call.arguments) })) },
      isStreamed,
    ),
});
const renamed = (name: string, rename: (name: string) => string): BadReply =>
  spoilt(name, (call) => [{ ...call, name: rename(call.name) }]);
const argued = (name: string, args: (json: string) => unknown): BadReply =>
  spoilt(name, (call) => [{ ...call, arguments: args(call.arguments) }]);
interface GoodCall {
  id?: unknown;
  name: string;
  arguments: string;
}
const asText = (name: string, text: (call: GoodCall) => string): BadReply => ({
  name,
  of: 'calls',
  wire: ({ calls }, isStreamed) =>
    wireOf(
      {
        text: calls.map((call) => text({ ...call, arguments: String(call.arguments) })).join('\n'),
        calls: [],
      },
      isStreamed,
    ),
});

const otherCalls: BadReply[] = [
  spoilt('words before the call', (call) => [call], 'Let me look that up for you.'),
  spoilt('the same call twice', (call) => [call, { ...call, id: 'again' }]),
  spoilt('the same call twice under one id', (call) => [call, call]),
  spoilt('two calls under one id', (call) => [
    call,
    { ...call, name: 'weather', arguments: '{"city":"Oslo"}' },
  ]),
  spoilt('no id', ({ id: _, ...call }) => [call]),
  spoilt('an empty id', (call) => [{ ...call, id: '' }]),
  spoilt('a number for an id', (call) => [{ ...call, id: 7 }]),
  spoilt('a call of a tool that does not exist beside it', (call) => [
    call,
    { id: 'c9', name: `find_${nonsense}`, arguments: '{}' },
  ]),
  spoilt('only a call of a tool that does not exist', () => [
    { id: 'c9', name: `find_${nonsense}`, arguments: '{}' },
  ]),
  spoilt('forty calls at once', (call) =>
    Array.from({ length: 40 }, (_, index) => ({ ...call, id: `c${index}` })),
  ),
  renamed('a name with a namespace', (name) => `functions.${name}`),
  renamed('a name in other letters', (name) => name.toUpperCase()),
  renamed('a name with spaces', (name) => ` ${name.replaceAll('_', ' ')} `),
  renamed('a name with brackets', (name) => `${name}()`),
  renamed('a name with marks of the chat template', (name) => `${name}<|channel|>commentary`),
  renamed('a name with a letter wrong', (name) => name.replace(/(.)(.)$/, '$2$1')),
  argued('arguments: ""', () => ''),
  argued('arguments: null', () => null),
  argued('arguments as an object', (json) => JSON.parse(json)),
  argued('arguments with commas too many', (json) => json.replaceAll('}', ',}')),
  argued('arguments in single quotes', (json) => json.replaceAll('"', "'")),
  argued('arguments inside a JSON string', (json) => JSON.stringify(json)),
  argued('arguments in a fence', (json) => `\`\`\`json\n${json}\n\`\`\``),
  argued('arguments cut off', (json) => json.slice(0, -3)),
  argued('arguments as a list', (json) => `[${json}]`),
  argued('arguments that say "null"', () => 'null'),
  argued('arguments below another name', (json) => `{"parameters":${json}}`),
  argued('arguments with more than was asked', (json) => json.replace('{', `{"${nonsense}":1,`)),
  argued('arguments of the wrong type', (json) => json.replaceAll(/:"[^"]*"/g, ':7')),
  argued('arguments with half a character', (json) => json.replace(/"\}/, '\\ud800"}')),
  argued('arguments twice', (json) => `${json}${json}`),
  asText(
    'the call as JSON in the text',
    ({ name, arguments: args }) => `{"name":"${name}","arguments":${args}}`,
  ),
  asText(
    'the call in a fence in the text',
    ({ name, arguments: args }) =>
      `I will call it.\n\`\`\`json\n{"name":"${name}","parameters":${args}}\n\`\`\``,
  ),
  asText(
    'the call between tags in the text',
    ({ name, arguments: args }) => `<tool_call>\n{"name": "${name}", "arguments": ${args}}\n</tool_call>`,
  ),
  {
    name: 'the call in the old field "function_call"',
    of: 'calls',
    wire: ({ calls: [call] }, isStreamed) =>
      wireOf(nothing, isStreamed, {
        finish: 'function_call',
        fields: { function_call: { name: call?.name, arguments: call?.arguments } },
      }),
  },
  sent('calls that are all number 0', { numbering: 'all 0' }, { of: 'calls' }),
  sent('calls without a number', { numbering: 'none' }, { of: 'calls' }),
];

const otherAnswers: BadReply[] = [
  {
    name: 'only a call of a tool that is not there',
    of: 'words',
    wire: (_, isStreamed) =>
      wireOf(
        { text: '', calls: [{ id: 'c1', name: 'search', arguments: '{"query":"herons"}' }] },
        isStreamed,
      ),
  },
  {
    name: 'the answer, and a call of a tool that is not there',
    of: 'words',
    wire: ({ text }, isStreamed) =>
      wireOf({ text, calls: [{ id: 'c1', name: 'search', arguments: '{"query":"herons"}' }] }, isStreamed),
  },
  says('the answer in a fence', ({ text }) => `\`\`\`\n${text}\n\`\`\``, { of: 'words' }),
  says('the answer as JSON', ({ text }) => JSON.stringify({ answer: text }), { of: 'words' }),
  says('the answer over and over', ({ text }) => `${text} `.repeat(500), { of: 'words' }),
];

export const badReplies: readonly BadReply[] = [
  ...nothingUseful,
  ...server,
  ...oddlySent,
  ...aroundIt,
  ...otherWords,
  ...otherJson,
  ...otherCalls,
  ...otherAnswers,
];
