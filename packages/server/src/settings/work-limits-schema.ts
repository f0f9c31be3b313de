import { z } from 'zod';
import { jsonSetting } from './json-setting.ts';

const byName = <T extends z.ZodType<number>>(number: T) => z.record(z.string().min(1), number);
const conversations = z.number().int().positive();

/** A number is for every tenant. */
export const tenantConcurrencySchema: z.ZodType<Record<string, number>> = jsonSetting(
  z.union([conversations.transform((each) => ({ '*': each })), byName(conversations)]),
);
export const tenantWeightsSchema: z.ZodType<Record<string, number>> = jsonSetting(
  byName(z.number().positive()),
);
export const workflowConcurrencySchema: z.ZodType<Record<string, number>> = jsonSetting(
  byName(conversations),
);

const unrecorded = z.strictObject({
  tenants: z.array(z.string().min(1)).optional(),
  workflows: z.array(z.string().min(1)).optional(),
});
/** Whose runs cannot be replayed. */
export type Unrecorded = z.infer<typeof unrecorded>;
export const unrecordedSchema: z.ZodType<Unrecorded> = jsonSetting(unrecorded);
