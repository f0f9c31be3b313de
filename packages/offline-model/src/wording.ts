// The offline model's own words. It says what it is once in a conversation, so that nobody takes it for a real model.
import {
  fieldOf,
  isJsonObject,
  type JsonValue,
  listOf,
  type Message,
  type ModelRequest,
  parseJson,
  type Tone,
  type ToolSpec,
  textOf,
  toneDescriptions,
  toneSchema,
} from '@cadence-agents/contracts';
import { isControlTool } from './choose-route.ts';
import type { Finding, Question } from './question.ts';

const openings: Record<Tone, string> = {
  natural: 'Here is what I found:',
  explanatory: 'I split your question, and each part went to the tool that fits it. This is what they found:',
  formal: 'The tools report the following:',
  concise: '',
  learning: 'Step by step: your question was split, each part went to a tool, and this came back:',
};
const introductions: Record<Tone, string> = {
  natural:
    "By the way, I am Cadence's offline model: I match words with tools and pass on what they find, without a key or a network.",
  explanatory:
    "I am Cadence's offline model: I match the words of a question with what tools say of themselves, and need neither a key nor a network.",
  formal: "This answer is by Cadence's offline model, which matches words with tools.",
  concise: '(Offline model.)',
  learning:
    "I am Cadence's offline model: I match words with tools. Open the run to see which ones, and why those.",
};
const isIntroduced = ({ role, content }: Message): boolean =>
  role === 'assistant' && /offline model/i.test(content);
const helpless = 'I found nothing that I could do here.';
const stranger = "I am Cadence's offline model: I match words with tools and understand nothing else.";
const setUp = 'Real answers need a real model, which whoever runs this service can connect.';
const longestFinding = 800;
const hello = "Hello! I am Cadence's offline model: I need neither a key nor a network.";
const greetings =
  /^\W*(hi|hello|hey|hallo|hej|moin|servus|good (morning|afternoon|evening|day)|guten (morgen|tag|abend))( there| all| everyone)?\W*$/i;

const isGreeting = (text: string): boolean => greetings.test(text);

/** Says hello, and what can be asked for here. */
function wordGreeting(tools: readonly ToolSpec[], isKnown: boolean): string {
  const own = tools.filter((tool) => !isControlTool(tool));
  const able =
    own.length > 0
      ? own.map(({ name, description }) => `- **${name}**: ${firstSentence(description)}`)
      : ['- What is 15 * 23?', '- What time is it in Tokyo?', '- Search for async programming'];
  const about =
    own.length > 0
      ? 'I match words with tools. These are at hand:'
      : 'I match words with tools. Try one of these:';
  return [
    ...(isKnown ? ['Hello again!'] : [hello]),
    '',
    about,
    '',
    ...able,
    ...(isKnown ? [] : ['', setUp]),
  ].join('\n');
}

export function wordAnswer(question: Question, request: ModelRequest): string {
  const findings = question.findings.filter(({ call }) => !isControlTool(asSpec(call.name)));
  const tone = toneIn(`${request.system}\n${request.note ?? ''}`);
  const isKnown = request.messages.some(isIntroduced);
  const answer = (items: string[], isIntroducedBefore: boolean) =>
    [joined(openings[tone], items), ...(isIntroducedBefore ? [] : [introductions[tone]])].join('\n\n');
  if (findings.length > 0) return answer(findings.map(wordFinding), isKnown);
  // Nothing new: what others said already is the answer, and the only one that is read.
  const said = question.answers.map(({ content }) => withoutFrame(content));
  if (said.length > 0)
    return said.some((each) => each.includes(helpless))
      ? (said.at(-1) ?? '')
      : answer(said, question.before.some(isIntroduced));
  if (isGreeting(question.text)) return wordGreeting(request.tools, isKnown);
  const tools = wordTools(request.tools);
  return isKnown ? `${helpless} ${tools}` : `${stranger} ${helpless} ${tools} ${setUp}`;
}

/** Whoever writes the answer is told the tone. */
const toneIn = (told: string): Tone =>
  toneSchema.options.find((tone) => told.includes(toneDescriptions[tone])) ?? 'natural';

/** What was found, without the words around it. */
function withoutFrame(content: string): string {
  const opening = Object.values(openings).find((each) => each !== '' && content.startsWith(each)) ?? '';
  const closing = Object.values(introductions).find((each) => content.endsWith(each)) ?? '';
  return content.slice(opening.length, content.length - closing.length).trim();
}

function joined(opening: string, items: string[]): string {
  const distinct = [...new Set(items)];
  return distinct.length === 1
    ? `${opening} ${distinct[0]}`.trim()
    : `${opening}\n${distinct.map((item) => `- ${item}`).join('\n')}`.trim();
}

function asSpec(name: string): ToolSpec {
  return { name, description: '', parameters: {} };
}

function wordTools(tools: readonly ToolSpec[]): string {
  const own = tools.filter((tool) => !isControlTool(tool));
  if (own.length === 0) return 'No tools are at hand.';
  const named = own.map(({ name, description }) => `${name} (${firstSentence(description)})`);
  return `I can use: ${named.join(', ')}.`;
}

function firstSentence(text: string): string {
  const sentence = text.split(/(?<=\.)\s|\n/)[0] ?? '';
  return bounded(sentence.replace(/\.$/, ''), 120) || 'no description';
}

function wordFinding({ call, result }: Finding): string {
  const text = bounded(wordResult(result.content), longestFinding);
  if (result.isError) return `${call.name} failed: ${text}`;
  const { expression } = call.args;
  if (typeof expression === 'string')
    return text.includes('=') ? withStop(text) : `${expression} = ${withStop(text)}`;
  const asked = Object.values(call.args).filter(
    (value) => typeof value === 'string' || typeof value === 'number',
  );
  const who = `${call.name}${asked.length === 0 ? '' : ` (${bounded(asked.join(', '), 120)})`}`;
  return `${who}:${wordSources(result.content) ?? ` ${withStop(text)}`}`;
}

function withStop(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

const mostSources = 3;

/** What a search found, a line each; nothing where a result is something else. */
function wordSources(content: string): string | undefined {
  const value = parseJson(content);
  const only = isJsonObject(value) ? Object.values(value).filter((each) => Array.isArray(each)) : [value];
  const sources = only.length === 1 ? listOf(only[0]) : [];
  const lines = sources.slice(0, mostSources).map((source) => {
    const title = textOf(fieldOf(source, 'title'));
    const snippet = textOf(fieldOf(source, 'snippet'));
    return title === '' || snippet === '' ? '' : `\n  - **${title}**: ${bounded(withStop(snippet), 240)}`;
  });
  return lines.length > 0 && !lines.includes('') ? lines.join('') : undefined;
}

/** A result that is JSON, in a line that people can read. */
function wordResult(content: string): string {
  const value = parseJson(content);
  return value === undefined ? content.trim() : wordValue(value, 0);
}

function wordValue(value: JsonValue, depth: number): string {
  if (Array.isArray(value))
    return value
      .slice(0, 5)
      .map((item) => wordValue(item, depth + 1))
      .join('; ');
  if (!isJsonObject(value)) return String(value);
  const [only] = ['result', 'answer', 'value', 'output', 'text']
    .map((key) => fieldOf(value, key))
    .filter((each) => each !== undefined);
  if (only !== undefined && depth < 3) return wordValue(only, depth + 1);
  if (depth > 2) return JSON.stringify(value);
  const { title, snippet } = value;
  if (typeof title === 'string')
    return typeof snippet === 'string' && snippet !== title ? `${title} (${snippet})` : title;
  const entries = Object.entries(value).filter(
    ([, each]) => each !== null && (!Array.isArray(each) || listOf(each).length > 0),
  );
  const [first] = entries;
  if (entries.length === 1 && first && Array.isArray(first[1])) return wordValue(first[1], depth + 1);
  if (entries.length === 1 && first?.[0] === 'message') return String(first[1]);
  return entries.map(([key, each]) => `${key}: ${wordValue(each, depth + 1)}`).join(', ');
}

function bounded(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}
