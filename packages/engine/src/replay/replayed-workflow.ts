import {
  type ChatModel,
  kindFromDescription,
  type PluginKind,
  type RecordedEntry,
  type Recording,
} from '@cadence-agents/contracts';
import { ingressConfigSchema } from '@cadence-agents/workflow';
import type { Workflow } from '../runtime/runtime.ts';
import { toolFromSpec } from '../tools/tool-spec.ts';
import { takeAsLearnt } from '../window/call-limits.ts';
import { compileWorkflow } from '../workflow/compile-workflow.ts';
import type { Live } from './live.ts';

/** The workflow with models that have a name and nothing else. */
export function workflowOf(
  { run, workflow, parts }: Pick<Recording, 'run' | 'workflow' | 'parts'>,
  { entries }: { entries: readonly RecordedEntry[] },
  live: Live = {},
): Workflow {
  const begun = entries.find((entry) => entry.type === 'begun');
  const models = new Map<string, ChatModel>();
  const model = (given: string | null | undefined) => {
    const name = given?.trim() || run.model?.trim() || begun?.model || 'none';
    const known = models.get(name) ?? {
      name,
      generate: () => Promise.reject(new Error(`"${name}" is not asked in a replay.`)),
    };
    models.set(name, known);
    return known;
  };
  const compiled = compileWorkflow(workflow, {
    model,
    tools: live.tools ?? parts.tools.map((spec) => toolFromSpec(spec)),
    ...(live.fetch && { fetch: live.fetch }),
    agents: parts.agents,
    kinds: parts.kinds.map(replayedKind),
    limits: parts.limits,
    safety: parts.safety && ingressConfigSchema.omit({ windowTokens: true }).parse(parts.safety),
  });
  for (const [name, learnt] of Object.entries(begun?.learnt ?? {})) takeAsLearnt(model(name), learnt);
  return compiled;
}

const replayedKind = (description: Recording['parts']['kinds'][number]): PluginKind => ({
  kind: kindFromDescription(description),
  behaviour: () =>
    Promise.reject(new Error(`The plugin of "${description.type}" is not called in a replay.`)),
});
