// `npm run bench`: ratios within one run, never bare times. `--quick` for fewer rounds.
import { compareInRounds } from './rounds.ts';

const rounds = process.argv.includes('--quick') ? 3 : 7;

compareInRounds(
  'A turn of four node visits, events and receipts on, nothing persisted: CPU, model in the same process',
  [
    { name: 'LangGraph by hand, its messages stream', file: 'engine-turn/langgraph.ts' },
    { name: 'Cadence', file: 'engine-turn/cadence.ts' },
  ],
  rounds,
);
compareInRounds(
  'The same turn, model over HTTP',
  [
    { name: 'LangGraph by hand with ChatOpenAI', file: 'engine-turn/langgraph.ts', args: ['http'] },
    { name: 'Cadence', file: 'engine-turn/cadence.ts', args: ['http'] },
  ],
  rounds,
);
