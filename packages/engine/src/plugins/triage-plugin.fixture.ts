import { defineAgent, defineKind, definePlugin } from '@cadence-agents/sdk';
import { z } from 'zod';

const sort = defineKind({
  type: 'TRIAGE_SORT',
  title: 'Sort',
  summary: 'Sends urgent messages one way and all others another.',
  family: 'router',
  icon: 'filter',
  config: z.strictObject({ words: z.array(z.string().min(1)).min(1) }),
  labels: ['urgent', 'normal'],
});

export default definePlugin({
  metadata: { name: 'Triage', version: '1.0.0', description: 'Sorts messages by how urgent they are.' },
  createAgent: () => defineAgent({ systemPrompt: 'You sort messages.', tools: [] }),
  kinds: [
    {
      kind: sort,
      behaviour: ({ node, messages }) => {
        const said = messages.findLast(({ role }) => role === 'user')?.content ?? '';
        const word = sort.config(node)?.words.find((each) => said.includes(each));
        return word === undefined ? { label: 'normal' } : { label: 'urgent', reason: `It says "${word}".` };
      },
    },
  ],
});
