// Which tools to call for a question, and with what.
import { fieldOf, type JsonObject, type ToolSpec, textOf } from '@cadence-agents/contracts';
import { matchScore } from './match.ts';
import type { Question } from './question.ts';
import { extractArguments } from './schema/extract-arguments.ts';
import { plainSchema, propertiesOf, requiredOf } from './schema/plain-schema.ts';
import { readSignals } from './text/signals.ts';

export interface ChosenCall {
  name: string;
  args: JsonObject;
}

interface Candidate extends ChosenCall {
  score: number;
}

/** A call for each part of the question that a tool serves and that has not been made yet. */
export function chooseTools(question: Question, tools: readonly ToolSpec[]): ChosenCall[] {
  if (tools.length === 0) return [];
  const made = new Set(question.calls.map(({ name, args }) => keyOf({ name, args })));
  return candidates(question, tools)
    .map(({ name, args }) => ({ name, args }))
    .filter((call) => {
      const key = keyOf(call);
      return !made.has(key) && made.add(key);
    });
}

function candidates(question: Question, tools: readonly ToolSpec[]): Candidate[] {
  const served: { text: string; candidate: Candidate }[] = [];
  for (const part of question.parts) {
    const last = served.at(-1);
    const candidate = bestCall(part, tools, question.text);
    if (candidate !== undefined) {
      served.push({ text: part, candidate });
    } else if (last !== undefined && !standsAlone(part)) {
      // `Search for research and development` asks for one thing.
      const text = `${last.text} and ${part}`;
      last.candidate = bestCall(text, tools) ?? last.candidate;
      last.text = text;
    }
  }
  if (served.length > 0) return served.map(({ candidate }) => candidate);
  const whole = bestCall(question.text, tools);
  return whole === undefined ? [] : [whole];
}

const command =
  /^\W*(what|who|when|where|why|how|which|is|are|do|does|can|could|please|calculate|compute|search|find|look|tell|give|show|explain|describe|translate|convert|write|list|check|get|summari[sz]e|compare)\b/i;

/** Whether a part asks for something by itself, and so is none of the tools' business when none serves it. */
function standsAlone(part: string): boolean {
  return command.test(part) || readSignals(part).implied.size > 0;
}

/** What the text itself does not say may stand elsewhere in the question. */
function bestCall(text: string, tools: readonly ToolSpec[], question = text): Candidate | undefined {
  const signals = readSignals(text);
  let best: Candidate | undefined;
  for (const tool of tools) {
    const score = matchScore(signals, { name: tool.name, description: describe(tool) });
    if (score === 0 || (best !== undefined && score <= best.score)) continue;
    const own = extractArguments(tool.parameters, text);
    const { args, complete } = own.complete
      ? own
      : extractArguments(tool.parameters, `${text} ${question.replace(text, '')}`);
    if (complete) best = { name: tool.name, args, score };
  }
  return best;
}

/** A call of the tool that fits best, for when one must be called whatever was asked. */
export function anyCall({ text }: Question, tools: readonly ToolSpec[]): ChosenCall | undefined {
  const [first] = tools;
  if (first === undefined) return undefined;
  const signals = readSignals(text);
  const scored = tools.map((tool) => ({
    tool,
    score: matchScore(signals, { name: tool.name, description: describe(tool) }),
  }));
  const { tool } = scored.reduce((best, each) => (each.score > best.score ? each : best));
  return { name: tool.name, args: extractArguments(tool.parameters, text).args };
}

/** A call with what must be given, for a tool whose choice does not hang on its arguments. */
export function plainCall({ name, parameters }: ToolSpec, text: string): ChosenCall {
  const required = new Set(requiredOf(plainSchema(parameters, parameters)));
  const given = Object.entries(extractArguments(parameters, text).args);
  return { name, args: Object.fromEntries(given.filter(([key]) => required.has(key))) };
}

/** What a tool says of itself and of its parameters. */
function describe(tool: ToolSpec): string {
  const properties = propertiesOf(plainSchema(tool.parameters, tool.parameters));
  const parameters = properties.map(([name, schema]) => `${name} ${textOf(fieldOf(schema, 'description'))}`);
  return `${tool.description} ${parameters.join(' ')}`;
}

function keyOf({ name, args }: ChosenCall): string {
  return `${name} ${JSON.stringify(Object.entries(args).sort(([a], [b]) => (a < b ? -1 : 1)))}`;
}
