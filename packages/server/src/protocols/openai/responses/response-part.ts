// A response is a part of a run: from where it began, or went on, to where it ended or waited.
import {
  CadenceError,
  isKept,
  noUsage,
  type ReplyTerms,
  type RunEventData,
  type RunRecord,
} from '@cadence-agents/contracts';
import type { Principal } from '../../../app/access/principal.ts';
import type { AppContext } from '../../../app/app-context.ts';
import { findHandoff } from '../../../app/handoffs.ts';
import { findRun, readEvents } from '../../../app/runs.ts';
import type { StartedTurn } from '../start-turn.ts';

export interface ResponsePart extends StartedTurn {
  terms: ReplyTerms;
}

/** What a part came to. */
export interface PartEnd extends RunEventData<'on_run_end'> {
  seq: number;
  time: string;
  /** What it waits for. */
  asked: RunEventData<'on_interrupt'> | undefined;
}

export const responseId = ({ run, afterSeq }: Pick<StartedTurn, 'run' | 'afterSeq'>): string =>
  afterSeq === 0 ? `resp_${run.id}` : `resp_${run.id}_${afterSeq}`;

const idPattern = /^resp_([^_]+)(?:_(\d{1,10}))?$/;

/** The part that a response is, with its end if it has come to it. */
export async function findPart(
  context: AppContext,
  principal: Principal,
  id: string,
): Promise<{ part: ResponsePart; end: PartEnd | undefined }> {
  const [, runId = '', seq = '0'] = idPattern.exec(id) ?? [];
  const afterSeq = Number(seq);
  const run = await findRun(context, principal, { id: runId }).catch((error: unknown) => {
    throw CadenceError.is(error) && error.code === 'RUN_NOT_FOUND' ? noResponse(id) : error;
  });
  const before = afterSeq === 0 ? undefined : await endOf(context, run, 0, afterSeq);
  if (before && before.seq !== afterSeq) throw noResponse(id);
  const part = {
    run,
    afterSeq,
    usedBefore: before?.usage ?? noUsage,
    terms: before ? await termsSince(context, principal, before) : (run.terms ?? {}),
  };
  if (!isKept(part.terms.asked ?? {})) throw noResponse(id);
  return { part, end: await endOf(context, run, afterSeq) };
}

/** The end of the part after an event, or the last one up to another. */
export async function endOf(
  context: AppContext,
  run: RunRecord,
  afterSeq: number,
  upTo?: number,
): Promise<PartEnd | undefined> {
  let asked: PartEnd['asked'];
  let end: PartEnd | undefined;
  for await (const event of readEvents(context, run, afterSeq)) {
    if (upTo !== undefined && event.seq > upTo) break;
    if (event.type === 'on_interrupt') asked = event.data;
    if (event.type !== 'on_run_end') continue;
    end = { ...event.data, seq: event.seq, time: event.time, asked };
    if (upTo === undefined) break;
  }
  return end;
}

/** What the caller asked for when it answered. */
async function termsSince(
  context: AppContext,
  principal: Principal,
  { asked }: PartEnd,
): Promise<ReplyTerms> {
  if (!asked) return {};
  const { answer } = await findHandoff(context, principal, asked.handoffId);
  return answer?.terms ?? {};
}

function noResponse(id: string): CadenceError {
  return new CadenceError('RUN_NOT_FOUND', `There is no response "${id}".`, {
    hint: 'It may have been removed, or was not to be kept ("store": false).',
  });
}
