import { CadenceError, type RunEvent, type RunRecord } from '@cadence/contracts';
import { showProgress } from './progress.ts';
import { shortId } from './short-id.ts';
import type { LocalCadence } from './with-cadence.ts';

interface Following {
  /** Events up to this one were seen before. */
  afterSeq?: number;
  show?: (event: RunEvent) => void;
}

/** Shows a run's events until it has ended or waits for a person. Ctrl-C cancels it. */
export async function followToEnd(
  { cadence }: Pick<LocalCadence, 'cadence'>,
  { id }: Pick<RunRecord, 'id'>,
  { afterSeq = 0, show = showProgress }: Following = {},
): Promise<RunRecord> {
  const over = new AbortController();
  const cancel = () => void cadence.cancel(id);
  process.once('SIGINT', cancel);
  const follow = async () => {
    for await (const event of cadence.follow(id, { afterSeq, signal: over.signal })) show(event);
    return cadence.wait(id);
  };
  try {
    return await Promise.race([follow(), cadence.failed]);
  } catch (error) {
    throw keptRun(error, id);
  } finally {
    over.abort();
    process.off('SIGINT', cancel);
  }
}

/** The message was committed before anybody waited, so what fails now has lost nothing. */
function keptRun(error: unknown, id: string): CadenceError {
  const { code, message, hint, details } = CadenceError.from(error);
  const goOn = `The run is kept; once that is mended, go on with: cadence run resume ${shortId(id)}`;
  return new CadenceError(code, message, {
    hint: [hint, goOn].filter(Boolean).join('\n'),
    details,
    cause: error,
  });
}
