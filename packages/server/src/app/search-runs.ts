import {
  type Excerpt,
  type FoundRun,
  type Page,
  type PlacedWord,
  type RunRecord,
  wordsIn,
} from '@cadence/contracts';
import type { Principal } from './access/principal.ts';
import type { AppContext } from './app-context.ts';
import { listRuns, type RunQuery } from './runs.ts';

/** Runs that the principal may see and that have all words, newest first, each with where they are. */
export async function searchRuns(
  context: Pick<AppContext, 'store'>,
  principal: Principal,
  query: RunQuery & { text: string },
): Promise<Page<FoundRun>> {
  const { items, next } = await listRuns(context, principal, query);
  const isAsked = askedFor(query.text);
  return { items: items.map((run) => foundRun(run, isAsked)), next };
}

/** Shorter words are found whole. */
const LEAST_PART = 3;

type IsAsked = (word: string) => boolean;

function askedFor(text: string): IsAsked {
  const words = wordsIn(text).map(({ word }) => word);
  const last = words.at(-1) ?? '';
  const whole = new Set(words);
  const isPart = last.length >= LEAST_PART;
  return (word) => whole.has(word) || (isPart && word.startsWith(last));
}

function foundRun(run: RunRecord, isAsked: IsAsked): FoundRun {
  const { id: runId, conversationId, workflowId, status, createdAt, input, answer } = run;
  const excerpts = [excerptOf('question', input, isAsked), excerptOf('answer', answer, isAsked)];
  return {
    runId,
    conversationId,
    workflowId,
    status,
    createdAt,
    excerpts: excerpts.filter((each) => each !== null),
  };
}

/** Of a longer text no more is searched. */
const MOST_TEXT = 20_000;
const BEFORE = 60;
const LENGTH = 200;

/** The text around the first word that was asked for. */
function excerptOf(of: Excerpt['of'], whole: string, isAsked: IsAsked): Excerpt | null {
  const found = wordsIn(whole.slice(0, MOST_TEXT)).filter(({ word }) => isAsked(word));
  const [first] = found;
  if (!first) return null;
  const from = beginning(whole, first);
  const to = Math.max(ending(whole, from + LENGTH), first.end);
  const lead = from > 0 ? '…' : '';
  const text = `${lead}${whole.slice(from, to).toWellFormed()}${to < whole.length ? '…' : ''}`;
  const inside = found.filter(({ end }) => end <= to);
  return {
    of,
    text,
    marks: inside.map(({ start, end }) => [start - from + lead.length, end - from + lead.length]),
  };
}

/** At the beginning of a word, where one is near. */
function beginning(text: string, { start }: PlacedWord): number {
  if (start <= BEFORE) return 0;
  const space = text.indexOf(' ', start - BEFORE);
  return space >= 0 && space < start ? space + 1 : start;
}

function ending(text: string, end: number): number {
  if (end >= text.length) return text.length;
  const space = text.lastIndexOf(' ', end);
  return space > end - BEFORE ? space : end;
}
