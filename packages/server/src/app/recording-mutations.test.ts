// Single changes of what a recorded run was made with: each is told at its step and its place, and one that says nothing is not.
import {
  isJsonObject,
  type Recording,
  type WorkflowDefinition,
  workflowDefinitionSchema,
} from '@cadence-agents/contracts';
import { type ReplayedCall, replay } from '@cadence-agents/engine';
import { randomChoice, seededRandom } from '@cadence-agents/testkit';
import { runs, seed } from '@cadence-agents/testkit/random-runs';
import { expect, it } from 'vitest';
import { openRecorded } from './recorded.fixture.ts';
import { replayRecording } from './recordings.ts';

/** Changes; and a quarter as many are made that say nothing. */
const MUTATIONS = runs(200);

interface Case {
  recording: Recording;
  workflow: WorkflowDefinition;
  calls: ReplayedCall[];
}

interface Mutation {
  what: string;
  found: Awaited<ReturnType<typeof replayRecording>>['divergence'] | undefined;
  expected: { visit: number; node: string | null; path: RegExp };
}

const random = randomChoice(seededRandom(seed));

function changedText(text: string): string {
  const at = random.whole(0, text.length - 1);
  return `${text.slice(0, at)}${text[at] === '~' ? '^' : '~'}${text.slice(at + 1)}`;
}

const placeOf = ({ visit, node }: ReplayedCall) => ({ visit, node });

async function mutatePrompt({ recording, workflow, calls }: Case): Promise<Mutation | undefined> {
  const call = random.pick(calls);
  const { agentId } = workflow.nodes.find(({ nodeName }) => nodeName === call?.node) ?? {};
  const agent = workflow.agents?.find(({ id }) => id === agentId);
  const agentOf = (node: string | null) => workflow.nodes.find(({ nodeName }) => nodeName === node)?.agentId;
  const first = calls.find(({ node }) => agent && agentOf(node) === agent.id);
  if (!agent || !first?.request.system.includes(agent.systemPrompt)) return undefined;
  const prompts = { [agent.id]: changedText(agent.systemPrompt) };
  const { divergence } = await replayRecording(recording, { prompts });
  return { what: 'prompt', found: divergence, expected: { ...placeOf(first), path: /^\/system$/ } };
}

async function mutateTool({ recording, calls }: Case): Promise<Mutation | undefined> {
  const { tools } = recording.parts;
  const tool = random.pick(tools);
  const first = calls.find(({ request }) => request.tools.some(({ name }) => name === tool?.name));
  if (!tool || !first) return undefined;
  const name = `field_${random.whole(1, 1_000_000)}`;
  const { properties } = tool.parameters;
  const parameters = {
    ...tool.parameters,
    properties: { ...(isJsonObject(properties) && properties), [name]: { type: 'string' } },
  };
  const { divergence } = await replayRecording(recording, {
    tools: tools.map((each) => (each === tool ? { ...tool, parameters } : each)),
  });
  const at = first.request.tools.findIndex((each) => each.name === tool.name);
  const path = new RegExp(`^/tools/${at}/parameters/properties/${name}$`);
  return { what: 'schema', found: divergence, expected: { ...placeOf(first), path } };
}

async function mutateOutput({ recording, calls }: Case): Promise<Mutation | undefined> {
  const ends = recording.events.filter((event) => event.type === 'on_tool_end');
  const end = random.pick(ends);
  if (end?.type !== 'on_tool_end' || end.data.output === '') return undefined;
  const { output } = end.data;
  const isIn = ({ role, content }: { role: string; content: string }) =>
    role === 'tool' && content === output;
  const first = calls.find(({ request }) => request.messages.some(isIn));
  if (!first) return undefined;
  const changed = { ...end, data: { ...end.data, output: changedText(output) } };
  const events = recording.events.with(end.seq - 1, changed);
  const { divergence } = await replay({ ...recording, events }, { expected: calls });
  const path = new RegExp(`^/messages/${first.request.messages.findIndex(isIn)}/content$`);
  return { what: 'output', found: divergence, expected: { ...placeOf(first), path } };
}

/** A way that was taken leads elsewhere: its node has another choice to offer, or takes another. */
async function mutateEdge({ recording, workflow }: Case): Promise<Mutation | undefined> {
  const routes = recording.events.filter((event) => event.type === 'on_route');
  const route = random.pick(routes);
  if (route?.type !== 'on_route') return undefined;
  const { from, to } = route.data;
  const idOf = (name: string | null) => workflow.nodes.find(({ nodeName }) => nodeName === name)?.id ?? null;
  const index = workflow.edges.findIndex(
    ({ sourceNodeId, targetNodeId }) => sourceNodeId === idOf(from) && (targetNodeId ?? null) === idOf(to),
  );
  const edge = workflow.edges[index];
  if (!edge) return undefined;
  const others = workflow.nodes.map(({ id }) => id).filter((id) => id !== idOf(to));
  const targetNodeId = random.pick(others) ?? null;
  const edges = workflow.edges.with(index, { ...edge, targetNodeId });
  const { divergence } = await replayRecording(recording, { workflow: { ...workflow, edges } });
  // A definition that is none runs nowhere.
  if (divergence?.message.startsWith('It told on_error')) return undefined;
  // What the edges of the control tools say is offered to the coordinator, as far as it names whom they lead to.
  const isOffered = from === 'control_tools' && divergence?.path.startsWith('/data/input/tools');
  const node = isOffered ? 'coordinator' : from;
  const visits = recording.events.filter(({ type }) => type === 'on_node_start');
  const visit = visits.findIndex((event) => event.node === node) + 1;
  return {
    what: 'edge',
    found: divergence,
    expected: { visit, node, path: /^\/(data\/(to|label|rule|candidates|input\/tools)|tools|system)/ },
  };
}

/** The same with the fields of some objects in another order. */
function shuffled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shuffled);
  if (!isJsonObject(value)) return value;
  const fields = Object.entries(value).map(([key, inner]) => [key, shuffled(inner)]);
  return Object.fromEntries(random.chance(0.5) ? fields.reverse() : fields);
}

const sayNothing = ({ workflow }: Case): WorkflowDefinition => {
  const name = `Name ${random.whole(1, 1_000_000)}`;
  const changes: WorkflowDefinition[] = [
    workflowDefinitionSchema.parse(shuffled(workflow)),
    { ...workflow, name },
    { ...workflow, description: name },
    { ...workflow, edges: workflow.edges.map((edge) => ({ ...edge, id: `${edge.id} ${name}` })) },
  ];
  return random.pick(changes) ?? workflow;
};

it('a replay tells each single change at its step and place, and none that says nothing', async () => {
  const { ask } = await openRecorded();
  const cases: Case[] = [];
  for (const [workflowId, question] of [
    ['coordinator', 'What is 15 * 23, and what is the capital of France?'],
    ['plan-verify', 'What is 15 * 23?'],
    ['2nChat', 'What is the capital of France?'],
  ] as const) {
    const { recording } = await ask(question, workflowId);
    const { calls, divergence } = await replay(recording);
    expect(divergence).toBeUndefined();
    if (recording.workflow) cases.push({ recording, workflow: recording.workflow, calls });
  }
  const kinds = [mutatePrompt, mutateTool, mutateOutput, mutateEdge];
  const counts = new Map<string, number>();
  for (let made = 0, tried = 0; made < MUTATIONS && tried < MUTATIONS * 10; tried++) {
    const [one, kind] = [random.pick(cases), kinds[tried % kinds.length]];
    const mutation = one && (await kind?.(one));
    if (!mutation) continue;
    made += 1;
    const { what, found, expected } = mutation;
    counts.set(what, (counts.get(what) ?? 0) + 1);
    const { path, ...place } = expected;
    expect.soft({ what, ...found }).toMatchObject({ what, ...place, path: expect.stringMatching(path) });
  }
  console.log(Object.fromEntries(counts));
  expect([...counts.values()].reduce((sum, count) => sum + count, 0)).toBe(MUTATIONS);
  expect([...counts.keys()].toSorted()).toEqual(['edge', 'output', 'prompt', 'schema']);
  for (let made = 0; made < MUTATIONS / 4; made++) {
    const one = cases[made % cases.length];
    if (!one) throw new Error('Nothing was recorded.');
    const { divergence } = await replayRecording(one.recording, { workflow: sayNothing(one) });
    expect.soft(divergence).toBeNull();
  }
}, 240_000);
