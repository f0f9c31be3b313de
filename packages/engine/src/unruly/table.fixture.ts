// Every bad reply at every place where it can happen, once and for ever; and the page of the docs that shows it.
import { type BadReply, badReplies } from './bad-replies.fixture.ts';
import { problemsOf } from './judge.fixture.ts';
import { type Place, places } from './places.fixture.ts';
import { canSpoil, type Ended, type HowOften, openStage } from './play.fixture.ts';

export interface Cell {
  place: Place;
  bad: BadReply;
  ended: Record<HowOften, Ended>;
  /** What is wrong with it, as `once: the answer is empty`. */
  problems: string[];
}

/** Plays all of it, or what happens at some of the places. */
export async function playAll(some: readonly Place[] = places): Promise<Cell[]> {
  const stage = await openStage();
  const cells: Cell[] = [];
  for (const place of some) {
    const replies = await stage.repliesAt(place);
    const usual = await stage.play(place, null);
    for (const bad of badReplies) {
      if (!replies.some((good) => canSpoil(bad, good))) continue;
      const once = await stage.play(place, bad, 'once');
      const always = await stage.play(place, bad, 'always');
      const problems = Object.entries({ once, always }).flatMap(([how, ended]) =>
        problemsOf({ place, bad, howOften: how === 'once' ? 'once' : 'always', ended, usual }).map(
          (problem) => `${how}: ${problem}`,
        ),
      );
      cells.push({ place, bad, ended: { once, always }, problems });
    }
  }
  await stage.close();
  return cells;
}
