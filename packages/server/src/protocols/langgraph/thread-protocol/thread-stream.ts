import { type EndpointInput, langGraphEndpoints } from '@cadence-agents/contracts';
import type { FastifyInstance } from 'fastify';
import { findConversation } from '../../../app/conversations.ts';
import { followRun } from '../../../app/runs.ts';
import type { ApiContext } from '../../../http/api-context.ts';
import { implement } from '../../../http/implement.ts';
import { frame, streamFrames } from '../../../http/stream/sse-writer.ts';
import type { RunParts } from '../runs/run-routes.ts';
import { runSteps } from '../states/run-steps.ts';
import { RunThreadEvents, type ThreadEvent } from './run-thread-events.ts';
import { runsOf } from './thread-runs.ts';

type Filter = EndpointInput<typeof langGraphEndpoints.langGraphThreadEvents>['body'];

/** The events of a thread: of the run at hand from its beginning, and of all that follow. */
export function addThreadStreamRoute(
  app: FastifyInstance,
  { app: context }: ApiContext,
  { viewOf, started }: RunParts,
): void {
  implement(app, langGraphEndpoints.langGraphThreadEvents, async ({ params, body }, request, reply) => {
    const thread = await findConversation(context, request.principal, params.thread_id);
    return streamFrames(request, reply, async function* ({ signal }) {
      /** Of each run how far it was told, since it goes on after a question. */
      let told: { runId: string; events: RunThreadEvents; seq: number } | undefined;
      for await (const run of runsOf(context, started, thread, signal)) {
        if (told?.runId !== run.id) {
          const steps = runSteps(context, run, await viewOf(run));
          told = { runId: run.id, events: new RunThreadEvents({ run, ...steps }), seq: 0 };
        }
        for await (const event of followRun(context, run, { afterSeq: told.seq, signal })) {
          told.seq = event.seq;
          for (const each of await told.events.of(event))
            if (isWanted(each, body)) yield frame(JSON.stringify(each), each.method, each.event_id);
        }
      }
    });
  });
}

function isWanted({ seq, method, params }: ThreadEvent, { channels, namespaces, since }: Filter): boolean {
  if (since !== undefined && seq <= since) return false;
  // There is one graph, whose namespace is empty.
  if (namespaces && namespaces.length > 0 && !namespaces.some((each) => each.length === 0)) return false;
  if (method === 'input.requested') return channels.includes('input');
  if (method !== 'custom') return channels.includes(method);
  const { name } = Object(params.data);
  return channels.includes('custom') || channels.includes(`custom:${name}`);
}
