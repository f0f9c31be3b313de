// A node kind as the API tells of it: data, so that a page can offer and check kinds whose code it has not.
import { z } from 'zod';
import { defineKind } from './define-kind.ts';
import type { NodeKind } from './definition-view.ts';
import { kindIcons, nodeFamilies } from './node-traits.ts';

export const describedKindSchema = z
  .object({
    /** As `nodeType` names it. */
    type: z.string(),
    title: z.string(),
    summary: z.string(),
    family: z.enum(nodeFamilies),
    icon: z.enum(kindIcons),
    /** Its nodes need an `agentId`. */
    usesAgent: z.boolean(),
    /** Going from it to an agent is a hop. */
    choosesRoute: z.boolean(),
    /** Without a label it ends the run, where there is no ALWAYS edge. */
    endsWithoutLabel: z.boolean(),
    /** The labels it returns, `null` for none; `null` in place of the list when they depend on the definition. */
    labels: z.array(z.string().nullable()).nullable(),
    /** JSON Schema of a node's `config`. */
    config: z.looseObject({ properties: z.record(z.string(), z.unknown()).optional() }),
    /** The plugin that brings it; `null` for those of Cadence. */
    plugin: z.string().nullable(),
  })
  .meta({ id: 'NodeKind' });
export type DescribedKind = z.infer<typeof describedKindSchema>;

export function describeKind(kind: NodeKind, plugin: string | null): DescribedKind {
  const { type, title, summary, family, icon, usesAgent, choosesRoute, endsWithoutLabel } = kind;
  return {
    ...{ type, title, summary, family, icon, usesAgent, choosesRoute, endsWithoutLabel },
    labels: kind.fixedLabels ? [...kind.fixedLabels] : null,
    config: z.toJSONSchema(kind.configSchema, { io: 'input' }),
    plugin,
  };
}

/** A kind with fixed labels, from its description. Of its config only the names are known: the server has the schema. */
export function kindFromDescription({ labels, config, plugin: _, ...traits }: DescribedKind): NodeKind {
  const fields = Object.keys(config.properties ?? {}).map((name) => [name, z.unknown().optional()] as const);
  return defineKind({
    ...traits,
    config: z.looseObject(Object.fromEntries(fields)),
    ...(labels && { labels }),
  });
}
