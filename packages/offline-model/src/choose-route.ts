// Who goes on: among the `goto_` tools of a coordinator, or the options of a `route` tool.
import { fieldOf, listOf, type ModelRequest, type ToolSpec, textOf } from '@cadence-agents/contracts';
import { type ChosenCall, plainCall } from './choose-tools.ts';
import { bestMatch, type Choice } from './match.ts';
import type { Question } from './question.ts';
import { plainSchema } from './schema/plain-schema.ts';
import { readSignals } from './text/signals.ts';
import { mentions, plainName } from './text/words.ts';

const endName = /^(end|finish|done|finali[sz]e|stop)$/i;
const finalNames = new Set(['goto_finalize', 'goto_finalizer', 'goto_synthesizer']);

export function isControlTool({ name }: ToolSpec): boolean {
  return name === 'route' || name === 'end' || name === 'back' || name.startsWith('goto_');
}

/** The next agent for a part of the question that none has dealt with; else the end of the work. */
export function chooseGoto(request: ModelRequest, question: Question): ChosenCall | undefined {
  const gotos = request.tools.filter(({ name }) => name.startsWith('goto_'));
  const agents = gotos.filter(({ name }) => !finalNames.has(name));
  const choices = agents.map(({ name, description }) => ({
    name,
    description: `${description} ${linesAbout(name.replace(/^goto_|_agent$/g, ''), request.system)}`,
  }));
  const call = (tool: ToolSpec | undefined, text: string) => tool && plainCall(tool, text);
  for (const part of question.parts) {
    const best = bestMatch(readSignals(part), choices);
    if (best === undefined || wasUsed(best.name, question)) continue;
    return call(
      agents.find(({ name }) => name === best.name),
      part,
    );
  }
  return call(
    gotos.find(({ name }) => finalNames.has(name)),
    question.text,
  );
}

/** The option that a part of the question asks for and that has not had its turn. */
export function chooseRoute(request: ModelRequest, question: Question): ChosenCall | undefined {
  const tool = request.tools.find(({ name }) => name === 'route');
  if (tool === undefined) return undefined;
  const options = routeOptions(tool, request.system).filter(({ name }) => !endName.test(name));
  // An option need not have the name of who speaks after it, so each answer also counts for one part, and so
  // does each result of a tool of one's own.
  const own = question.findings.filter(({ call }) => request.tools.some(({ name }) => name === call.name));
  const done = Math.max(question.answers.length, own.length);
  for (const part of question.parts.slice(done)) {
    const best = bestMatch(readSignals(part), options);
    if (best !== undefined && !wasUsed(best.name, question)) {
      return routeTo(tool, best.name, `It is asked for: ${part}`);
    }
  }
  return undefined;
}

/** The way to end: the `end` tool, or an option of that meaning. */
export function chooseEnd(request: ModelRequest, question: Question): ChosenCall | undefined {
  const end = request.tools.find(({ name }) => name === 'end');
  if (end !== undefined) return plainCall(end, question.text);
  const tool = request.tools.find(({ name }) => name === 'route');
  const option = tool && routeOptions(tool, '').find(({ name }) => endName.test(name));
  return tool && option && routeTo(tool, option.name, 'It is done.');
}

/** The first option, for when one must be taken. */
export function anyRoute(request: ModelRequest, question: Question): ChosenCall | undefined {
  const tool = request.tools.find(({ name }) => name === 'route');
  const option = tool && routeOptions(tool, '')[0];
  return tool && option && routeTo(tool, option.name, `It is asked for: ${question.text}`);
}

function routeTo(tool: ToolSpec, next: string, reason: string): ChosenCall {
  const takesReason = fieldOf(fieldOf(tool.parameters, 'properties'), 'reason') !== undefined;
  const { name, args } = plainCall(tool, reason);
  return { name, args: { ...args, next, ...(takesReason && { reason }) } };
}

function routeOptions(tool: ToolSpec, system: string): Choice[] {
  const next = plainSchema(fieldOf(fieldOf(tool.parameters, 'properties'), 'next'), tool.parameters);
  const names = listOf(next.enum).filter((name) => typeof name === 'string');
  const known = `${textOf(next.description)}\n${tool.description}\n${system}`;
  return names.map((name) => ({ name, description: linesAbout(name, known) }));
}

/** The lines of a prompt that mention a name and so probably say what it is for. */
function linesAbout(name: string, prompt: string): string {
  const lines = prompt.slice(0, 20_000).split(/\n|;|(?<=\.)\s/);
  return lines
    .filter((line) => line.length < 500 && mentions(line, name))
    .slice(0, 3)
    .join(' ');
}

/** Whether an agent was called, or has done something since the question. */
function wasUsed(name: string, { calls, speakers }: Question): boolean {
  if (calls.some((call) => call.name === name)) return true;
  const plain = plainName(name.replace(/^goto_|_agent$/g, ''));
  return speakers.some((agent) => {
    const speaker = plainName(agent.replace(/[\s_-]*agent$/i, ''));
    return speaker !== '' && (speaker.includes(plain) || plain.includes(speaker));
  });
}
