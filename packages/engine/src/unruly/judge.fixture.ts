// What every turn has to show, however the model behaved.
import type { BadReply } from './bad-replies.fixture.ts';
import { nonsense } from './bad-replies.fixture.ts';
import { fact, type Place } from './places.fixture.ts';
import type { Ended, HowOften } from './play.fixture.ts';

/** What is for whoever runs the service, and not for whoever asks. */
const operatorText =
  /HTTP|\b[45]\d\d\b|openai|api.?key|sk-|MODEL_|INTERNAL|CADENCE_|undefined|\[object|org-1|CUDA/i;

/** The most requests that misbehaving may cost beside those of a good day. */
const mostMore: Record<HowOften, number> = { once: 2, always: 24 };

interface Played {
  place: Place;
  bad: BadReply;
  howOften: HowOften;
  ended: Ended;
  /** The same place on a good day. */
  usual: Ended;
}

/** What is wrong with how a turn ended; nothing, if all is well. */
export function problemsOf({ place, bad, howOften, ended, usual }: Played): string[] {
  const { status, answer, degraded, found, requests, error } = ended;
  const mayBeAnswer = place.takesWords === true && bad.isAnswer === true;
  const isPoorer = !answer.includes(usual.answer);
  const isPassing = howOften === 'once' && !bad.lasts;
  const last = ended.events.at(-1);
  const problems: [boolean, string][] = [
    [!['completed', 'suspended', 'failed'].includes(status), `it is ${status}`],
    [answer.trim() === '', 'the answer is empty'],
    [operatorText.test(answer), 'the answer has words for the operator'],
    [found && !answer.includes(fact) && !mayBeAnswer, 'what the tool found is lost'],
    [!found && answer.includes(fact), 'the answer has what nobody found'],
    [answer.includes(nonsense), 'a reply that was no answer is told as one'],
    [requests > usual.requests + mostMore[howOften], `${requests} requests`],
    [
      status === 'completed' && isPoorer && !mayBeAnswer && degraded.length === 0,
      'nothing says that it is poorer',
    ],
    [isPassing && !mayBeAnswer && !found, 'one bad reply kept the tools from being asked'],
    [isPassing && status === 'failed', `one bad reply made it fail: ${error?.code}`],
    [error?.code === 'INTERNAL', 'something went wrong inside'],
    [last?.type !== 'on_run_end' || last.data.answer !== answer, 'its events end otherwise'],
  ];
  return problems.flatMap(([isSo, what]) => (isSo ? [what] : []));
}
