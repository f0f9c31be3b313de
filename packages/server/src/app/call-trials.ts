// A model call of a run, tried again with changes. The run stays as it is.
import {
  type ApiCallChanges,
  type ApiModelCall,
  filesOf,
  type Message,
  type ModelRequest,
  type Recording,
} from '@cadence-agents/contracts';
import { askAgain, type ReplayedCall, replay } from '@cadence-agents/engine';
import { audited } from './access/audited.ts';
import { ownerOf, type Principal } from './access/principal.ts';
import type { AppContext } from './app-context.ts';
import { callAt, describeCall, readRecording } from './recordings.ts';
import type { RunPlace } from './runs.ts';

export interface CallTrial extends RunPlace {
  /** From 1, as the calls of the run are numbered. */
  number: number;
  signal: AbortSignal;
}

type Trying = Pick<
  AppContext,
  'store' | 'recordedParts' | 'models' | 'mask' | 'log' | 'settings' | 'fileText'
>;

/** Asks a model what a call of a run asked, but for the changes. No tool is called. */
export function tryCall(
  context: Trying,
  principal: Principal,
  { number, signal, ...place }: CallTrial,
  changes: ApiCallChanges,
): Promise<ApiModelCall> {
  return audited(context, principal, 'run.try', place.id, async () => {
    const recording = await readRecording(context, principal, place);
    const { calls, divergence } = await replay(recording);
    const { visit, node, ...asked } = callAt(calls, number, { id: place.id, divergence });
    const model = context.models.get(changes.model ?? asked.model);
    const owner = ownerOf(principal);
    const { request, recorded } = await askAgain(model, changed(asked.request, changes), {
      files: filesIn(asked.request.messages, context, owner.tenantId),
      limits: {
        windowTokens: context.settings.contextWindowTokens,
        maxOutputTokens: given(asked.request.maxOutputTokens, changes.maxOutputTokens) ?? null,
      },
      mask: context.mask,
      signal,
      deadline: Date.now() + context.settings.runTimeoutMs,
    });
    const { reply } = recorded;
    if (reply)
      await context.store.usage.add({
        ...owner,
        workflowId: recording.run.workflowId,
        agent: agentOf(recording, node),
        model: reply.model,
        usage: reply.usage,
        time: new Date().toISOString(),
      });
    const tried: ReplayedCall = {
      visit,
      node,
      model: model.name,
      request,
      recorded,
      ...(reply && { reply }),
    };
    return describeCall(tried, number, context);
  });
}

/** The request with what is given in the place of what it had. */
function changed(request: ModelRequest, changes: ApiCallChanges): ModelRequest {
  const { temperature: hot, topP: top, maxOutputTokens: _, ...rest } = request;
  const { system = rest.system, messages = rest.messages, note = rest.note } = changes;
  const toolChoice = changes.toolChoice ?? rest.toolChoice;
  const temperature = given(hot, changes.temperature);
  const topP = given(top, changes.topP);
  return {
    ...rest,
    ...{ system, messages },
    ...(note !== undefined && { note }),
    ...(toolChoice !== undefined && { toolChoice }),
    ...(temperature !== undefined && { temperature }),
    ...(topP !== undefined && { topP }),
  };
}

/** `null` is for what the model has by itself. */
const given = <T>(was: T | undefined, change: T | null | undefined): T | undefined =>
  change === undefined ? was : (change ?? undefined);

/** The files that the run's model was shown; messages that are given instead may name no others. */
function filesIn(
  messages: readonly Message[],
  { store, fileText }: Pick<Trying, 'store' | 'fileText'>,
  tenantId: string,
) {
  const shown = new Set(messages.flatMap(filesOf).map(({ fileId }) => fileId));
  return {
    fileOf: async (id: string) => (shown.has(id) ? store.files.read(tenantId, id) : undefined),
    fileTextOf: async (id: string) => (shown.has(id) ? fileText(tenantId, id) : undefined),
  };
}

/** Under whose name the reports have the node. */
function agentOf({ workflow }: Recording, node: string | null): string {
  return workflow?.nodes.find(({ nodeName }) => nodeName === node)?.agentId ?? node ?? '';
}
