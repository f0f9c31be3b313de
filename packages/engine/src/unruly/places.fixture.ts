// Where a model is asked, in each design, and what a model that behaves says there. It tells only what it was told: a
// fact in an answer is a fact that the tools found and that reached whoever wrote the answer.
import type { Message, Tool, WorkflowDefinition } from '@cadence-agents/contracts';
import { z } from 'zod';
import { withIngress } from '../plan-verify.fixture.ts';
import { coordinatorWorkflow } from '../workflow/coordinator-workflow.ts';
import { planVerifyWorkflow } from '../workflow/plan-verify-workflow.ts';
import { sketch } from '../workflow.fixture.ts';
import type { Said } from './wire.fixture.ts';

export const question = 'How tall are herons?';
export const fact = 'Herons stand up to 140 cm tall';
const answer = `${fact}, as the documents have it.`;

export const tools: Tool[] = [
  {
    name: 'search',
    description: 'Searches documents',
    readOnly: true,
    input: z.object({ query: z.string() }),
    run: () => fact,
  },
  {
    name: 'weather',
    description: 'Tells the weather',
    readOnly: true,
    input: z.object({ city: z.string() }),
    run: () => '{"sky":"clear"}',
  },
];

/** What a model is asked with, as far as a model that behaves looks at it. */
export interface Asked {
  /** Whether the tool's result is in what it gets to read. */
  knowsFact: boolean;
  hasTools: boolean;
}

export interface Place {
  /** As `agent, choosing a tool`. */
  name: string;
  design: 'declarative' | 'coordinator' | 'plan-verify';
  definition: WorkflowDefinition;
  /** The model that is asked there, since each node has one of its own; `null` for all of them. */
  model: string | null;
  /** Whether a request to that model is made there. */
  when?: (asked: Asked) => boolean;
  /** Whether plain words are a reply there: the answer itself, or a reason to write it now. */
  takesWords?: boolean;
  history?: Message[];
  /** What the others say, where it is not the usual. */
  models?: Record<string, (asked: Asked) => Said>;
}

const words = (text: string): Said => ({ text, calls: [] });
const calls = (name: string, args: object = {}): Said => ({
  text: '',
  calls: [{ id: `call_${name}`, name, arguments: JSON.stringify(args) }],
});
const lookUp = calls('search', { query: 'herons' });
const answering = ({ knowsFact }: Asked): Said =>
  words(knowsFact ? answer : 'I have found nothing about that.');

/** What each model says on a good day, by its name. */
export const wellBehaved: Record<string, (asked: Asked) => Said> = {
  router: () => calls('route', { next: 'Ornithologist' }),
  ornithologist: (asked) => (asked.knowsFact || !asked.hasTools ? answering(asked) : lookUp),
  coordinator: ({ knowsFact }) => calls(knowsFact ? 'goto_finalize' : 'goto_search_agent'),
  search: () => lookUp,
  synthesizer: answering,
  suspend: answering,
  ingress: () => words('{"allowed":true,"reason":""}'),
  planner: ({ knowsFact }) =>
    words(
      knowsFact
        ? '{"next":"generate","calls":[]}'
        : '{"next":"tool_use","calls":[{"id":"a","tool":"search","args":{"query":"herons"},"after":[]}]}',
    ),
  verifier: ({ knowsFact }) =>
    words(`{"verdict":"${knowsFact ? 'success' : 'replan'}","missing":"","question":""}`),
  generator: answering,
  summarizer: () => words('{"summary":"They spoke of birds."}'),
  default: answering,
};

const chat = sketch({
  agents: {
    Router: { model: 'router' },
    Ornithologist: { model: 'ornithologist', tools: ['search', 'weather'] },
  },
  toolNodes: ['tools'],
  edges: [
    ['Router', 'Ornithologist', 'Ornithologist'],
    ['Router', 'END', null],
    ['Ornithologist', 'tool_executor', 'tools'],
    ['Ornithologist', 'Router', 'Router'],
    ['Ornithologist', 'END', null],
  ],
  conversational: true,
});

const coordinate = (more: { responseSchema?: z.ZodType } = {}) =>
  coordinatorWorkflow(
    [
      {
        slug: 'search',
        metadata: {
          name: 'Search',
          version: '1.0.0',
          description: 'Searches documents.',
          capabilities: [],
          llmRequirements: { model: 'search' },
          ...more,
        },
        systemPrompt: 'You search.',
        tools: tools.map(({ name }) => ({ name })),
      },
    ],
    { coordinatorModel: 'coordinator', synthesizerModel: 'synthesizer', suspendModel: 'suspend' },
  );
const coordinated = coordinate();
const oneHop: WorkflowDefinition = { ...coordinated, limits: { ...coordinated.limits, maxAgentHops: 1 } };

const asking = new Set(['INGRESS', 'PLANNER', 'VERIFIER', 'GENERATOR', 'SUMMARIZER']);
const withOwnModels = (definition: WorkflowDefinition): WorkflowDefinition => ({
  ...definition,
  nodes: definition.nodes.map((node) =>
    asking.has(node.nodeType) ? { ...node, config: { ...node.config, model: node.id } } : node,
  ),
});
const planned = withOwnModels(planVerifyWorkflow(tools));
const judged = withOwnModels(withIngress(planVerifyWorkflow(tools), { policy: 'No weapons.' }));
const narrow = withOwnModels(planVerifyWorkflow(tools, { windowTokens: 1_500 }));

const longTalk: Message[] = Array.from({ length: 8 }, (_, turn): Message[] => [
  { id: `u${turn}`, role: 'user', content: `And what about bird number ${turn}?` },
  { id: `a${turn}`, role: 'assistant', content: `It sings. ${'La la la. '.repeat(60)}`.trim() },
]).flat();

const declarative = { design: 'declarative', definition: chat } as const;
const coordinator = { design: 'coordinator', definition: coordinated } as const;
const planVerify = { design: 'plan-verify', definition: planned } as const;
const before = ({ knowsFact }: Asked) => !knowsFact;
const after = ({ knowsFact }: Asked) => knowsFact;

export const places: readonly Place[] = [
  { name: 'router', model: 'router', takesWords: true, ...declarative },
  { name: 'agent, choosing a tool', model: 'ornithologist', when: before, takesWords: true, ...declarative },
  { name: 'agent, answering', model: 'ornithologist', when: after, takesWords: true, ...declarative },
  {
    name: 'last words, when the agent has none',
    model: 'ornithologist',
    when: ({ hasTools }) => !hasTools,
    takesWords: true,
    models: {
      ornithologist: (asked) => {
        if (!asked.hasTools) return answering(asked);
        return asked.knowsFact ? calls('end') : lookUp;
      },
    },
    ...declarative,
  },
  {
    name: 'coordinator, sending an agent off',
    model: 'coordinator',
    when: before,
    takesWords: true,
    ...coordinator,
  },
  { name: 'coordinator, finishing', model: 'coordinator', when: after, takesWords: true, ...coordinator },
  { name: 'agent', model: 'search', takesWords: true, ...coordinator },
  { name: 'synthesizer', model: 'synthesizer', takesWords: true, ...coordinator },
  {
    name: 'synthesizer, with a structured part',
    model: 'synthesizer',
    takesWords: true,
    models: {
      synthesizer: (asked) =>
        words(JSON.stringify({ answer: answering(asked).text, search: { height: 140 } })),
    },
    ...coordinator,
    definition: coordinate({ responseSchema: z.object({ height: z.number() }) }),
  },
  {
    name: 'suspend, at a limit',
    model: 'suspend',
    takesWords: true,
    models: { coordinator: () => calls('goto_search_agent') },
    ...coordinator,
    definition: oneHop,
  },
  { name: 'judge of the policy', model: 'ingress', ...planVerify, definition: judged },
  { name: 'planner', model: 'planner', ...planVerify },
  { name: 'verifier', model: 'verifier', ...planVerify },
  { name: 'generator', model: 'generator', takesWords: true, ...planVerify },
  { name: 'summarizer', model: 'summarizer', history: longTalk, ...planVerify, definition: narrow },
  ...[declarative, coordinator, planVerify].map((design) => ({
    name: 'everywhere',
    model: null,
    takesWords: true,
    ...design,
  })),
];
