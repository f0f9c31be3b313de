import { endpoints, type HandoffAnswer } from '@cadence-agents/contracts';
import { inSlices } from '@cadence-agents/engine';
import type { FastifyInstance } from 'fastify';
import { tryCall } from '../../app/call-trials.ts';
import {
  answerHandoff,
  findHandoff,
  listConversationHandoffs,
  listHandoffs,
  resumeRun,
} from '../../app/handoffs.ts';
import { exportRecording, readCall, readCalls, replayRun } from '../../app/recordings.ts';
import { forkRun, goOnInFork, listSteps, readRequest, readStep, sendToFork } from '../../app/run-steps.ts';
import { cancelRun, findRun, listRuns, rateRun, readEvents } from '../../app/runs.ts';
import { searchRuns } from '../../app/search-runs.ts';
import { goOnWithTrial } from '../../app/workflow-trials.ts';
import { accepts } from '../../http/accepts.ts';
import type { ApiContext } from '../../http/api-context.ts';
import { implement } from '../../http/implement.ts';
import { sendList } from '../../http/stream/send-list.ts';
import { streamFrames } from '../../http/stream/sse-writer.ts';
import { lastEventId } from './event-cursor.ts';
import { deltasFor, runFrames } from './run-frames.ts';

export function addRunRoutes(app: FastifyInstance, context: ApiContext): void {
  addReadingRoutes(app, context);
  addControlRoutes(app, context);
}

function addReadingRoutes(app: FastifyInstance, { app: context }: ApiContext): void {
  implement(app, endpoints.listRuns, ({ query }, { principal }) => listRuns(context, principal, query));
  implement(app, endpoints.searchRuns, ({ query }, { principal }) => searchRuns(context, principal, query));
  implement(app, endpoints.getRun, ({ params }, { principal }) => findRun(context, principal, params));
  implement(app, endpoints.runEvents, async ({ params, query }, request, reply) => {
    const run = await findRun(context, request.principal, params);
    const after =
      query.after === undefined ? lastEventId(request) : { afterSeq: query.after, afterOffset: 0 };
    if (accepts(request, 'application/json')) {
      return sendList(reply, {}, 'items', readEvents(context, run, after.afterSeq));
    }
    const deltas = query.deltas ?? deltasFor(request);
    return streamFrames(request, reply, (reader) => runFrames(context, run, after, reader, deltas));
  });
  implement(app, endpoints.runSteps, async ({ params }, { principal }) => ({
    items: await listSteps(context, principal, params),
  }));
  implement(app, endpoints.runStep, ({ params }, { principal }) => readStep(context, principal, params));
  implement(app, endpoints.runRequest, ({ params }, { principal }) =>
    readRequest(context, principal, params),
  );
  implement(app, endpoints.runRecording, async ({ params }, { principal }, reply) => {
    const { events, ...found } = await exportRecording(context, principal, params);
    const rest = endpoints.runRecording.reply.omit({ events: true }).parse(found);
    return sendList(reply, rest, 'events', inSlices(events));
  });
  implement(app, endpoints.runCalls, ({ params }, { principal }) => readCalls(context, principal, params));
  implement(app, endpoints.runCall, ({ params }, { principal }) => readCall(context, principal, params));
}

/** Stopping runs, forking them, and telling those that wait for a person how to go on. */
function addControlRoutes(app: FastifyInstance, { app: context, stopping }: ApiContext): void {
  implement(app, endpoints.putFeedback, ({ params, body: { value, note = '' } }, { principal }) =>
    rateRun(context, principal, params, { value, note }),
  );
  implement(app, endpoints.deleteFeedback, ({ params }, { principal }) =>
    rateRun(context, principal, params, null),
  );
  implement(app, endpoints.cancelRun, ({ params }, { principal }) => cancelRun(context, principal, params));
  implement(app, endpoints.resumeRun, ({ params, body }, { principal }) => {
    const { pauseBefore, pins, messages, turn, ...said } = body;
    const answer = answerFrom(said);
    return pauseBefore || pins || messages || turn
      ? goOnWithTrial(context, principal, params, { ...answer, pauseBefore, pins, messages, turn })
      : resumeRun(context, principal, params, answer);
  });
  implement(app, endpoints.forkRun, async ({ params, body }, { principal }) => {
    const { step, messages, message, goOn = false, files } = body;
    const forked = await forkRun(context, principal, {
      ...{ id: params.id, step: String(step), messages },
      goOn: goOn && message === undefined,
    });
    const { conversationId } = forked;
    if (message !== undefined)
      return { conversationId, run: await sendToFork(context, principal, forked, { message, files }) };
    return { conversationId, run: goOn ? await goOnInFork(context, principal, forked) : null };
  });
  implement(app, endpoints.tryCall, ({ params, body }, { principal }) =>
    tryCall(context, principal, { ...params, signal: stopping }, body),
  );
  implement(app, endpoints.replayRun, ({ params, body }, { principal }) =>
    replayRun(context, principal, params, body),
  );
  implement(app, endpoints.listHandoffs, ({ query }, { principal }) =>
    listHandoffs(context, principal, query),
  );
  implement(app, endpoints.listConversationHandoffs, ({ params, query }, { principal }) =>
    listConversationHandoffs(context, principal, params.id, query),
  );
  implement(app, endpoints.getHandoff, ({ params }, { principal }) =>
    findHandoff(context, principal, params.id),
  );
  implement(app, endpoints.answerHandoff, ({ params, body }, { principal }) =>
    answerHandoff(context, principal, params.id, answerFrom(body)),
  );
}

type GivenAnswer = { [Field in keyof HandoffAnswer]: HandoffAnswer[Field] | undefined } & { text: string };

/** Without the fields that were not given. */
function answerFrom({ text, label, args, declined, results }: GivenAnswer): HandoffAnswer {
  return {
    text,
    ...(label !== undefined && { label }),
    ...(args && { args }),
    ...(declined && { declined }),
    ...(results && { results }),
  };
}
