// What a caller asks of the reply, beside its message. It ranks below what the workflow says.
import { z } from 'zod';

const jsonObject = z.record(z.string(), z.json());

const callerToolSchema = z.object({
  name: z.string(),
  description: z.string(),
  parameters: jsonObject,
  /** A call whose arguments do not fit is never handed over. */
  strict: z.boolean().exactOptional(),
});

const replyFormatSchema = z.discriminatedUnion('type', [
  /** One JSON object, whatever is in it. */
  z.object({ type: z.literal('object') }),
  /** An instance of a JSON Schema. */
  z.object({ type: z.literal('schema'), schema: jsonObject }),
]);
export type ReplyFormat = z.infer<typeof replyFormatSchema>;

export const replyTermsSchema = z.object({
  /** System text of the caller. */
  instructions: z.string().exactOptional(),
  /** Tools that the caller carries out: the run waits for their results. */
  tools: z.array(callerToolSchema).exactOptional(),
  /** Whether the caller's tools may, must or must not be called. Default `auto`. */
  toolChoice: z.enum(['auto', 'required', 'none']).exactOptional(),
  /** The caller carries out one call at a time. */
  oneCallAtATime: z.boolean().exactOptional(),
  format: replyFormatSchema.exactOptional(),
  /** The answer ends before the first of these texts. */
  stop: z.array(z.string()).exactOptional(),
  maxOutputTokens: z.number().int().exactOptional(),
  temperature: z.number().exactOptional(),
  topP: z.number().exactOptional(),
  /** Fields of the request that its protocol tells again. */
  asked: jsonObject.exactOptional(),
});
export type ReplyTerms = z.infer<typeof replyTermsSchema>;
