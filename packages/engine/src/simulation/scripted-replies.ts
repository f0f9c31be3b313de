// What a model says at a visit of a script, in the form that the node which asks can read.
import {
  CadenceError,
  fieldOf,
  type JsonObject,
  type ModelReply,
  type ModelRequest,
  type ScriptedVisit,
  type ToolCall,
} from '@cadence-agents/contracts';

interface Said {
  content?: string;
  calls?: { name: string; args?: JsonObject }[];
}

/** Numbers that make what is said differ from what was said before, or not. */
interface Variation {
  call: number;
  decision: number;
  words: number;
}

export function scriptedReply(
  visit: ScriptedVisit | undefined,
  request: ModelRequest,
  variation: Variation,
): ModelReply {
  const { content = '', calls = [] } = saidAt(visit, request, variation);
  const toolCalls = calls.map(
    ({ name, args = {} }, index): ToolCall => ({ id: `call_${variation.call}_${index}`, name, args }),
  );
  return {
    content,
    toolCalls,
    usage: { inputTokens: 10, outputTokens: 5, modelCalls: 1 },
    finishReason: toolCalls.length > 0 ? 'tool_calls' : 'stop',
    model: SCRIPTED,
  };
}

export const SCRIPTED = 'scripted:witness';

function saidAt(
  visit: ScriptedVisit | undefined,
  request: ModelRequest,
  { decision: round, words: said }: Variation,
): Said {
  const label = visit?.label ?? '';
  const why = { reason: `Reason ${round}.` };
  const words = `Words ${said}.`;
  switch (visit?.does) {
    case 'fails':
      throw new CadenceError('MODEL_UNAVAILABLE', 'The scripted model fails here.');
    case 'blunders':
      return { calls: [{ name: 'no_tool_of_this_name', args: { round } }] };
    case 'plans':
      return { content: JSON.stringify(planOf(visit.plan ?? [], round)) };
    case 'judges':
      return { content: verdict(label) };
    case 'refuses':
      return isJudge(request)
        ? { content: '{"allowed":false,"reason":"It is refused."}' }
        : atRest(request, words);
  }
  // Whoever offers no tools asks for words: it is the answer that is being written.
  if (!visit || request.tools.length === 0) return atRest(request, words);
  switch (visit.does) {
    case 'routes':
      return { calls: [{ name: 'route', args: { next: label, ...why } }] };
    case 'routesSaying':
      return { content: words, calls: [{ name: 'route', args: { next: label, ...why } }] };
    case 'ends':
      return { calls: [{ name: 'end' }] };
    case 'goesBack':
      return { calls: [{ name: 'back' }] };
    case 'calls':
      return { calls: [...calledAt(visit, round), ...choiceBeside(visit, request, why)] };
    case 'sends':
      return { calls: [{ name: `goto_${label}`, args: why }] };
    default:
      return atRest(request, words);
  }
}

const calledAt = ({ tools = [] }: ScriptedVisit, round: number) =>
  tools.map((name, index) => ({ name, args: { round, index } }));

/** A reply that calls nothing that was offered is taken for a call only if it makes a choice too. */
function choiceBeside({ tools = [] }: ScriptedVisit, request: ModelRequest, why: JsonObject) {
  const offered = new Map(request.tools.map((tool) => [tool.name, tool]));
  if (tools.some((name) => offered.has(name))) return [];
  const next = fieldOf(fieldOf(offered.get('route')?.parameters.properties, 'next'), 'enum');
  if (Array.isArray(next)) return [{ name: 'route', args: { next: String(next[0]), ...why } }];
  return ['back', 'end'].filter((name) => offered.has(name)).map((name) => ({ name }));
}

/** What ends a run soon, whoever asks. */
function atRest(request: ModelRequest, words: string): Said {
  const fields = request.responseSchema?.properties;
  if (!fields || typeof fields !== 'object') return { content: words };
  if ('calls' in fields) return { content: '{"next":"generate","calls":[]}' };
  if ('verdict' in fields) return { content: verdict('success') };
  if ('allowed' in fields) return { content: '{"allowed":true,"reason":""}' };
  return { content: JSON.stringify({ answer: words }) };
}

const verdict = (verdict: string) =>
  JSON.stringify({ verdict, missing: 'Something.', question: 'Which one?' });

const isJudge = ({ responseSchema }: ModelRequest) => {
  const fields = responseSchema?.properties;
  return typeof fields === 'object' && fields !== null && 'allowed' in fields;
};

/** Each wave waits for the one before it. */
function planOf(waves: readonly (readonly string[])[], round: number): JsonObject {
  const idsOf = (wave: number) => (waves[wave] ?? []).map((_, index) => `c${wave}_${index}`);
  const calls = waves.flatMap((tools, wave) =>
    tools.map((tool, index) => ({
      id: `c${wave}_${index}`,
      tool,
      args: { round, wave, index },
      after: wave === 0 ? [] : idsOf(wave - 1),
    })),
  );
  return { next: 'tool_use', calls };
}
