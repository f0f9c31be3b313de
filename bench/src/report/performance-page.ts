// The text of docs/performance.md, made from the last results.
import type { Figure } from '../figure.ts';
import type { AgentBench, Results } from './results.ts';

/** What each bench measures, in the order of the page. */
const chapters: { bench: string; title: string; text: string }[] = [
  {
    bench: 'profile',
    title: 'Where the CPU of a turn goes',
    text: 'The server at 50 turns at a time, streamed, its model in a process of its own, under V8’s sampling profiler. The time of each function counts for the folder or package that it lies in. Native functions count for their caller, apart from those of SQLite; so do `JSON.parse` and `JSON.stringify`, which V8 does not show. The profiler samples by the clock: on a busy machine the share of native code without a caller contains time in which the process had to wait for a processor.',
  },
  {
    bench: 'engine-turn',
    title: 'The engine alone',
    text: 'A turn of four node visits, with all events and receipts and nothing stored, beside the same turn written for LangGraph by hand. CPU as a ratio, median and range of the rounds.',
  },
  {
    bench: 'persistence',
    title: 'Storing a step',
    text: 'A turn with the store less the same turn without, shared out over its steps, on conversations of different length.',
  },
  {
    bench: 'recording',
    title: 'Recording',
    text: 'The same turn, recorded so that it can be replayed and not recorded, by turns in one process, 50 at a time: a coordinator and two agents with a tool each, on SQLite, with models over HTTP in a process of their own.',
  },
  {
    bench: 'growth',
    title: 'Long conversations',
    text: 'What a turn writes, keeps and costs at the end of a long conversation, compared with its beginning. Linear storage is 1.',
  },
  {
    bench: 'streams',
    title: 'Many streams',
    text: 'Streams of 20 tokens a second, all at once: models, server and readers in processes of their own on one machine.',
  },
  {
    bench: 'cold-start',
    title: 'Cold start',
    text: 'From starting the command to its end, beside `node -e 0` in the same run.',
  },
  {
    bench: 'walk',
    title: 'The walk of one message',
    text: 'How much of the house one message goes through: “What is 15 * 23?”, streamed, answered by the offline model through the coordinator, its math agent and that agent’s tool. After one message to warm up, V8’s precise coverage tells which functions are called; a file counts when one of its functions is. Then the same message goes through with a breakpoint in each of these functions, and the stack, followed across awaits and through other people’s packages, tells who calls whom. A message crosses packages at each file that is called from another package. Not counted as crossings are `contracts` and `workflow` (plain data and pure functions), plugins and the offline model, which stand aside: a message comes back from them the way it went, and what they call back counts for whoever called them. With LangGraph’s loop inside the engine it was 153 files and 12 crossings.',
  },
];

const intro = `# Performance

Made by \`npm run bench -- --write-docs\` from \`bench/results.json\`; do not edit it by hand.

Machines differ and are shared, so most figures are **ratios within one run**: both sides run in turns on the same machine, each round gives one ratio, and the median of the rounds is told with its range. Milliseconds stand only where a target is one. Differences under about 1.3 between neighbours mean nothing.

\`\`\`
npm run bench                          # everything; a missed target makes the exit code 1
npm run bench -- --quick               # shorter runs: shows that it works
npm run bench -- --only profile,walk   # some of it
npm run bench -- --write-docs          # also keeps the figures and writes this page
\`\`\`
`;

const agentIntro = `
## The agent bench

The same multi-agent turn in several frameworks: a coordinator, a search agent and a math agent with a tool each, six or seven calls of a scripted model, 60 tokens streamed, history kept on disk. The floor is bare functions with \`fetch\` and one SQLite insert a step (\`bare\`), for servers the same behind \`node:http\` (\`bare-http\`). The bench is a folder of its own and not part of this repository; our contestants for it are \`bench/contestant.ts\` (the engine and the store in process) and \`bench/http-contestant.ts\` (the server, spoken to as an OpenAI-compatible one). To repeat it, with the bench installed beside:

\`\`\`
npm run bench -- --only bare,ai-sdk,langgraph,bare-http --with <cadence>/bench/contestant.ts --with <cadence>/bench/http-contestant.ts    # in the bench's folder
npm run bench -- --only none --write-docs --agent-bench <agent-bench>/results.json                                                       # here
\`\`\`
`;

export function performancePage({ agentBench, benches }: Results): string {
  const found = chapters.flatMap(({ bench, title, text }) => {
    const result = benches[bench];
    if (!result) return [];
    const how = `${result.date}, Node ${result.node}${result.quick ? ', a quick run' : ''}: \`npm run bench -- --only ${bench}\``;
    return [`\n## ${title}\n\n${text}\n\n${table(result.figures)}\n\n${how}\n`];
  });
  return [intro, agentIntro, ...(agentBench ? [agentTable(agentBench)] : []), ...found].join('');
}

const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

function table(figures: readonly Figure[]): string {
  const hasRounds = figures.some(({ rounds }) => rounds !== undefined);
  const hasTargets = figures.some(({ target }) => target !== undefined);
  const row = ({ what, value, rounds, target }: Figure) => [
    what,
    value,
    ...(hasRounds ? [rounds === undefined ? '' : String(rounds)] : []),
    ...(hasTargets ? [target ? `${target.text}: ${target.met ? 'met' : '**missed**'}` : ''] : []),
  ];
  const head = ['', '', ...(hasRounds ? ['rounds'] : []), ...(hasTargets ? ['target'] : [])];
  const rule = head.map((_, index) => (index === 1 ? '--:' : '---'));
  return [head, rule, ...figures.map(row)].map(line).join('\n');
}

function agentTable({ date, node, rounds, growthRounds, turns, warmUp, rows }: AgentBench): string {
  const head = [
    'contestant',
    'model calls',
    'CPU × floor, one at a time',
    'CPU × floor, at 50',
    'first token after the floor’s',
    `CPU × floor, turn ${turns}`,
    `disk, ${turns} turns`,
  ];
  const cells = rows.map((row) => [
    row.contestant,
    row.modelCalls,
    row.oneAtATime,
    row.atFifty,
    row.firstToken,
    row.lastTurn,
    row.disk,
  ]);
  const text = [head, head.map((_, index) => (index === 0 ? '---' : '--:')), ...cells].map(line).join('\n');
  const how = `${date}, Node ${node}, ${rounds} rounds (conversations of ${turns} turns: ${growthRounds}), ${warmUp} turns to warm up.`;
  return `\n${text}\n\n${how}\n`;
}
