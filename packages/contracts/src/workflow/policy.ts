// What no run of a workflow may do, as data: `simulate` looks at every route for one that does it.
import { z } from 'zod';

const idSchema = z.string().min(1).max(200);

/** Something that a run can do. */
export const policySubjectSchema = z.union([
  z.strictObject({ node: idSchema.describe('The id of a node: that it is visited.') }),
  z.strictObject({ edge: idSchema.describe('The id of an edge: that it is taken.') }),
  z.strictObject({ tool: idSchema.describe('The name of a tool: that it is carried out.') }),
]);
export type PolicySubject = z.infer<typeof policySubjectSchema>;

const nameSchema = z.string().min(1).max(200).optional().describe('What people call it.');
const toolsSchema = z.array(idSchema).min(1).max(200).optional();

export const policySchema = z.discriminatedUnion('rule', [
  z.strictObject({
    rule: z.literal('never').describe('It never happens.'),
    name: nameSchema,
    what: policySubjectSchema.describe('What must not happen.'),
  }),
  z.strictObject({
    rule: z.literal('before').describe('The one happens only after the other.'),
    name: nameSchema,
    first: policySubjectSchema.describe('What has to come first.'),
    what: policySubjectSchema.describe('What may come only then.'),
  }),
  z.strictObject({
    rule: z.literal('after').describe('Once the one has happened, the other follows before the run ends.'),
    name: nameSchema,
    what: policySubjectSchema.describe('What asks for the other.'),
    follows: policySubjectSchema.describe('What has to follow.'),
  }),
  z.strictObject({
    rule: z.literal('atMost').describe('It happens so often in a run, and not more often.'),
    name: nameSchema,
    what: policySubjectSchema.describe('What is counted.'),
    times: z.number().int().positive().max(100).describe('How often it may happen.'),
  }),
  z.strictObject({
    rule: z.literal('approvedBefore').describe('Each time, a person has answered or approved before.'),
    name: nameSchema,
    what: policySubjectSchema.describe('What needs the answer of a person.'),
  }),
  z.strictObject({
    rule: z
      .literal('noFlow')
      .describe(
        'After a tool whose results are not to be trusted, none with effects, unless a person is in between.',
      ),
    name: nameSchema,
    from: toolsSchema.describe(
      'Tools whose results are not to be trusted; by default those marked `untrusted`.',
    ),
    to: toolsSchema.describe('Tools with effects; by default all that are not `readOnly`.'),
  }),
]);
export type Policy = z.infer<typeof policySchema>;

/** What of a tool the policies ask about. */
export interface ToolTraits {
  readonly name: string;
  readonly readOnly?: boolean | undefined;
  readonly requiresApproval?: boolean | undefined;
  readonly untrusted?: boolean | undefined;
}
