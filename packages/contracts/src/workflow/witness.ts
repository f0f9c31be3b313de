// A way through a workflow as a script: what models and people do at each visit, so that the engine goes this way.
import { z } from 'zod';

/** What whoever decides at a node does there: a model, a person, or nobody. */
export const deedSchema = z.enum([
  /** A model answers in words. */
  'says',
  /** A model hands over by a label, with the tool `route`, without a word. */
  'routes',
  /** The same, with words. */
  'routesSaying',
  /** A model closes the conversation with the tool `end`. */
  'ends',
  /** A model returns to the coordinator with the tool `back`. */
  'goesBack',
  /** A model calls tools. */
  'calls',
  /** A model calls what does not exist, twice. */
  'blunders',
  /** A model fails. */
  'fails',
  /** A coordinator sends an agent off, or finalises. */
  'sends',
  /** A planner plans calls. */
  'plans',
  /** A planner needs no tools. */
  'skips',
  /** A verifier's verdict. */
  'judges',
  /** A message is refused. */
  'refuses',
  /** A person answers a hand-off. */
  'answers',
  /** A person approves tool calls. */
  'approves',
  /** A person declines them. */
  'declines',
  /** A node whose kind a plugin brings returns a label. */
  'returns',
  /** Nobody decides anything. */
  'works',
]);
export type Deed = z.infer<typeof deedSchema>;

const visitSchema = z.strictObject({
  node: z.string().describe('Name of the node.'),
  does: deedSchema.describe('What is done there.'),
  label: z.string().nullish().describe('What is chosen, where something is.'),
  tools: z.array(z.string()).optional().describe('The tools that are called.'),
  plan: z.array(z.array(z.string())).optional().describe('The tools of a plan, in the order of their waves.'),
});
export type ScriptedVisit = z.infer<typeof visitSchema>;

export const witnessSchema = z
  .strictObject({
    version: z.literal(1),
    id: z.string(),
    workflowId: z.string(),
    about: z.string().describe('What it shows.'),
    repeats: z
      .string()
      .optional()
      .describe('Name of a node that decides the same each time, with nothing new said anywhere.'),
    visits: z.array(visitSchema),
  })
  .meta({ id: 'Witness' });
export type Witness = z.infer<typeof witnessSchema>;
