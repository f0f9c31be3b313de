// The results as people read them: `docs/unruly.md`, and the rows that `npm run unruly` prints.
import { badReplies } from './bad-replies.fixture.ts';
import { type Place, places } from './places.fixture.ts';
import type { Ended, HowOften } from './play.fixture.ts';
import type { Cell } from './table.fixture.ts';

const MOST_WORDS = 44;

/** How it ended: the status, the requests it took, why it is degraded, and the first words of the answer. */
function outcomeOf({ status, requests, degraded, answer }: Ended): string {
  const poorer = degraded.length > 0 ? ` (${degraded.join(', ')})` : '';
  return `${status}${poorer}, ${requests} ${requests === 1 ? 'request' : 'requests'}: “${firstWords(answer)}”`;
}

function firstWords(answer: string): string {
  const line = answer
    .replaceAll(/[\p{C}\ufffd]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (line.length <= MOST_WORDS) return line;
  return `${line.slice(0, line.lastIndexOf(' ', MOST_WORDS)) || line.slice(0, MOST_WORDS)}…`;
}

/** One line for each bad reply at each place. */
export function rowsOf(cells: readonly Cell[]): string[] {
  return cells.flatMap(({ place, bad, ended, problems }) =>
    (['once', 'always'] as const).map((howOften) => {
      const told = `${place.design}, ${place.name} | ${bad.name} | ${howOften} | ${outcomeOf(ended[howOften])}`;
      const wrong = problems.filter((problem) => problem.startsWith(howOften));
      return wrong.length > 0 ? `${told} | WRONG ${wrong.join('; ')}` : told;
    }),
  );
}

const headings: Record<Place['design'], string> = {
  declarative: 'Declarative',
  coordinator: 'Coordinator',
  'plan-verify': 'Plan, execute, verify',
};

export function unrulyPage(cells: readonly Cell[]): string {
  const turns = cells.length * 2;
  return [
    '<!-- Written by `npm run unruly`. -->',
    '# Unruly models',
    `Real models and their servers do not always behave. Here ${badReplies.length} ways to misbehave are played at the ${places.length} places where a model is asked, over HTTP and through the whole adapter: ${turns.toLocaleString('en')} turns, each once with a model that misbehaves in its first reply there and once with one that always does. Everybody else behaves.`,
    'The question is “How tall are herons?”, and a tool knows. For every turn the tests ask: did it end, in words, with what the tool found if it was asked, with nothing that nobody found, with no words meant for the operator (keys, settings, HTTP codes), with a bounded number of requests, and does the record say `degraded` where the answer is poorer? A model that misbehaves once costs at most two requests more, and the tools are still asked.',
    'A retry is a request too. What is the same for several is in one row.',
    ...Object.entries(headings).flatMap(([design, heading]) => [
      `## ${heading}`,
      ...places.filter((place) => place.design === design).flatMap((place) => placeSection(place, cells)),
    ]),
  ]
    .join('\n\n')
    .concat('\n');
}

function placeSection(place: Place, cells: readonly Cell[]): string[] {
  const here = cells.filter((cell) => cell.place === place);
  const byOutcome = Map.groupBy(here, ({ ended }) =>
    JSON.stringify([outcomeOf(ended.once), outcomeOf(ended.always)]),
  );
  const cellOf = (ended: Cell['ended'], howOften: HowOften) => escaped(outcomeOf(ended[howOften]));
  const rows = [...byOutcome.values()].flatMap((same) => {
    const [first] = same;
    if (!first) return [];
    const names = same.map(({ bad }) => escaped(bad.name)).join('; ');
    return [`| ${names} | ${cellOf(first.ended, 'once')} | ${cellOf(first.ended, 'always')} |`];
  });
  const table = ['| the model sends | the first time | every time |', '|---|---|---|', ...rows];
  return [`### ${place.name[0]?.toUpperCase()}${place.name.slice(1)}`, table.join('\n')];
}

const escaped = (text: string) => text.replaceAll(/[|<>`*_[\]\\]/g, (sign) => `\\${sign}`);
