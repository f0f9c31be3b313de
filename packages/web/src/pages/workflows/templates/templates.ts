// Workflows to begin with. Each is right by the checker, and runs without a model of one's own.
import type { WorkflowDefinition } from '@cadence-agents/contracts';
import { agent, agentNode, always, define, node, when } from './define.ts';

export const blank = define(
  'Blank',
  {
    description: 'One agent that answers. Add to it what you need.',
    isConversational: true,
    limits: { maxSteps: 15 },
    agents: [
      agent(
        'assistant',
        'Answers by itself.',
        'You are a helpful assistant. Answer what you know, and say so when you do not.',
      ),
    ],
  },
  [agentNode('assistant')],
  [],
);

const pipeline = define(
  'Pipeline',
  {
    description: 'Three agents, one after the other: a draft, a review, the text.',
    limits: { maxSteps: 10 },
    agents: [
      agent('drafter', 'Writes a first draft.', 'Write a first draft of what is asked for. Be brief.'),
      agent('reviewer', 'Finds what is wrong.', 'Say what the draft lacks and what is wrong in it.'),
      agent('writer', 'Writes the text.', 'Write the text from the draft and what the reviewer said of it.'),
    ],
  },
  [agentNode('drafter'), agentNode('reviewer'), agentNode('writer')],
  [always('drafter', 'reviewer'), always('reviewer', 'writer'), always('writer', null)],
);

const router = define(
  'Router',
  {
    description: 'A desk that sends each question to the agent who knows about it.',
    limits: { maxSteps: 10 },
    agents: [
      agent(
        'desk',
        'Sends questions on.',
        'Decide who answers: sales for prices and orders, support for problems, general for all else.',
      ),
      agent('sales', 'Knows prices and orders.', 'You answer questions about prices and orders.'),
      agent('support', 'Helps with problems.', 'You help people with problems, one step at a time.'),
      agent('general', 'Answers all else.', 'You answer what is neither about orders nor about problems.'),
    ],
  },
  [
    agentNode('desk', { defaultLabel: 'general' }),
    agentNode('sales'),
    agentNode('support'),
    agentNode('general'),
  ],
  [
    when('desk', 'sales', 'sales'),
    when('desk', 'support', 'support'),
    when('desk', 'general', 'general'),
    always('sales', null),
    always('support', null),
    always('general', null),
  ],
);

const planVerify = define(
  'Plan and verify',
  {
    description: 'Plans the tool calls that a request needs, carries them out and verifies the results.',
    limits: { maxSteps: null, maxAgentHops: 2 },
  },
  [
    node('INGRESS', 'ingress'),
    node('PLANNER', 'planner'),
    node('TOOL_ROUTER', 'tool_router'),
    node('TOOL_EXECUTOR', 'tool_executor'),
    node('VERIFIER', 'verifier'),
    node('GENERATOR', 'generator'),
  ],
  [
    when('ingress', 'plan', 'planner'),
    when('ingress', 'refuse', 'generator'),
    when('planner', 'tool_use', 'tool_router'),
    when('planner', 'generate', 'generator'),
    always('tool_router', 'tool_executor'),
    always('tool_executor', 'verifier'),
    when('verifier', 'continue', 'tool_router'),
    when('verifier', 'replan', 'planner'),
    when('verifier', 'success', 'generator'),
    when('verifier', 'ask', 'generator'),
    when('verifier', 'give_up', 'generator'),
    always('generator', null),
  ],
);

const approval = define(
  'Approval',
  {
    description: 'An agent drafts, a person approves or sends it back, and only then it is final.',
    limits: { maxSteps: 10 },
    agents: [
      agent(
        'drafter',
        'Writes what is to be approved.',
        'Write what is asked for, ready to be sent. If somebody sent it back, change what they want changed.',
      ),
      agent('sender', 'Gives out what was approved.', 'Give out the approved text as it is, word for word.'),
    ],
  },
  [
    agentNode('drafter'),
    node('HUMAN_HANDOFF', 'approval', { question: 'May this be sent?', choices: ['approve', 'revise'] }),
    agentNode('sender'),
  ],
  [
    always('drafter', 'approval'),
    when('approval', 'approve', 'sender'),
    when('approval', 'revise', 'drafter'),
    always('sender', null),
  ],
);

const handoff = define(
  'Human hand-off',
  {
    description: 'An agent answers what it can, and asks a person where it cannot.',
    limits: { maxSteps: 10 },
    agents: [
      agent(
        'assistant',
        'Answers, or asks a person.',
        'Answer what you know. Hand over to a person what only a person may decide, as refunds and complaints.',
      ),
      agent('speaker', 'Passes on what the person said.', 'Tell the user what the person decided, kindly.'),
    ],
  },
  [
    agentNode('assistant'),
    node('HUMAN_HANDOFF', 'person', { question: 'What shall the user be told?' }),
    agentNode('speaker'),
  ],
  [when('assistant', 'person', 'person'), always('person', 'speaker'), always('speaker', null)],
);

const researchTeam = define(
  'Research team',
  {
    description: 'A lead sends researchers out for facts and for views until there is enough to write.',
    limits: { maxSteps: 20, maxAgentHops: 8 },
    agents: [
      agent(
        'lead',
        'Decides what is looked into next.',
        'Decide what is missing: facts, views, or nothing. Send the one who finds it, or have it written.',
      ),
      agent('facts', 'Finds facts.', 'Find the facts that the question needs, with where they are from.'),
      agent('views', 'Finds views.', 'Find what people think of the question, for and against.'),
      agent('writer', 'Writes the report.', 'Write a short report from what the researchers found.'),
    ],
  },
  [agentNode('lead', { defaultLabel: 'write' }), agentNode('facts'), agentNode('views'), agentNode('writer')],
  [
    when('lead', 'facts', 'facts'),
    when('lead', 'views', 'views'),
    when('lead', 'write', 'writer'),
    always('facts', 'lead'),
    always('views', 'lead'),
    always('writer', null),
  ],
);

export const templates: readonly WorkflowDefinition[] = [
  pipeline,
  router,
  planVerify,
  approval,
  handoff,
  researchTeam,
];
