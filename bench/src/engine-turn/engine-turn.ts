import type { Bench } from '../bench.ts';
import { compareInRounds } from '../rounds.ts';

/** CPU of a turn of four node visits, events and receipts on, nothing stored. */
export const engineTurn: Bench = async ({ quick }) => {
  const rounds = quick ? 3 : 7;
  const langgraph = import.meta.resolve('./langgraph.ts');
  const cadence = import.meta.resolve('./cadence.ts');
  return [
    ...compareInRounds(
      'CPU, model in the same process',
      [
        { name: 'LangGraph by hand, its messages stream', url: langgraph },
        { name: 'Cadence', url: cadence },
      ],
      rounds,
    ),
    ...compareInRounds(
      'CPU, model over HTTP',
      [
        { name: 'LangGraph by hand with ChatOpenAI', url: langgraph, args: ['http'] },
        { name: 'Cadence', url: cadence, args: ['http'] },
      ],
      rounds,
    ),
  ];
};
