// Replies to the requests of a plan–execute–verify turn, each known by the form that it asks for.
import {
  fieldOf,
  isEmptyResult,
  isJsonObject,
  type JsonObject,
  type ModelRequest,
  parseJson,
  type ToolSpec,
  textOf,
} from '@cadence-agents/contracts';
import { chooseTools } from './choose-tools.ts';
import type { Finding, Question } from './question.ts';

const longestSummary = 1_200;

/** The reply where the form is one of those; undefined for any other. */
export function formReply(request: ModelRequest, question: Question): JsonObject | undefined {
  const form = request.responseSchema?.properties;
  const asksFor = (...names: string[]) => names.every((name) => fieldOf(form, name) !== undefined);
  if (asksFor('next', 'calls')) return planFor(request, question);
  if (asksFor('verdict', 'question')) return verdictOn(question);
  if (asksFor('allowed', 'reason')) return { allowed: true, reason: '' };
  const onlySummary = isJsonObject(form) && Object.keys(form).length === 1 && asksFor('summary');
  return onlySummary ? { summary: summaryOf(request) } : undefined;
}

/** Calls for the parts of the question that were not tried yet; they never wait for one another. */
function planFor({ system }: ModelRequest, question: Question): JsonObject {
  const tried = question.findings.map(({ call }) => ({ id: '', ...call }));
  const chosen = chooseTools({ ...question, calls: [...question.calls, ...tried] }, toolsIn(system));
  const calls = chosen.map(({ name, args }, index) => ({ id: `c${index + 1}`, tool: name, args, after: [] }));
  return { next: calls.length === 0 ? 'generate' : 'tool_use', calls };
}

/** The catalogue stands in the prompt, a tool a line. */
function toolsIn(system: string): ToolSpec[] {
  return system.split('\n').flatMap((line): ToolSpec[] => {
    const spec = line.startsWith('{"name":') ? parseJson(line) : undefined;
    const parameters = fieldOf(spec, 'parameters');
    if (!isJsonObject(parameters)) return [];
    return [
      { name: textOf(fieldOf(spec, 'name')), description: textOf(fieldOf(spec, 'description')), parameters },
    ];
  });
}

function verdictOn({ findings }: Question): JsonObject {
  const useless = findings.filter(isUseless);
  const missing = useless.map(({ call }) => `what ${call.name} was asked`).join('; ');
  const verdict = findings.length > 0 && useless.length === findings.length ? 'replan' : 'success';
  return { verdict, missing, question: '' };
}

const isUseless = ({ result }: Finding) => result.isError === true || isEmptyResult(result.content);

/** The beginnings of what people said, the earliest first, since it cannot tell what matters. */
function summaryOf({ system, messages }: ModelRequest): string {
  const before = system.split('The summary so far:\n')[1] ?? '';
  const said = messages.flatMap(({ content }) => content.match(/^User: .{1,120}/gm) ?? []);
  return [before, ...said].filter(Boolean).join('\n').slice(0, longestSummary);
}
