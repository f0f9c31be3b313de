// Fields that OpenAI's chat completions and responses have in common. What is not honoured is refused by name.
import { z } from 'zod';
import { jsonRecord } from './endpoint.ts';

/** A field that is not taken. Whoever leaves it at `null` asks for nothing. */
export const notTaken = (why: string) => z.null(why).optional();

/** A field of which only these values are taken. */
export const onlyTaken = <const T extends readonly [z.util.Literal, ...z.util.Literal[]]>(
  values: T,
  why: string,
) => z.literal(values, why).nullish();

const MOST_TOOLS = 128;
/** A list and what is in it may be as long as that in a prompt. */
const MOST_CHARACTERS = 100_000;

/** A JSON Schema, of a size that can be checked and sent. */
const givenSchema = jsonRecord.refine((schema) => JSON.stringify(schema).length <= MOST_CHARACTERS, {
  error: `must be of at most ${MOST_CHARACTERS} characters`,
});

// Those by which the agents of a workflow steer.
const toolName = z
  .string()
  .regex(/^[a-zA-Z0-9_-]{1,64}$/, 'must have 1 to 64 letters, digits, underscores and hyphens')
  .regex(/^(?!(?:route|end|back|goto_.*)$)/, 'is a name that the agents of workflows use to steer');

/** What a caller says of a tool of its own. */
export const functionSchema = z.strictObject({
  name: toolName,
  description: z.string().nullish(),
  parameters: givenSchema.nullish(),
  strict: z.boolean().nullish(),
});
export type OpenAiFunction = z.infer<typeof functionSchema>;

export const toolsOf = <T extends z.ZodType>(tool: T) =>
  z.array(tool).max(MOST_TOOLS, `must be at most ${MOST_TOOLS} tools`).nullish();

export const namedFunction = z.strictObject({ name: z.string() });
export const toolMode = z.enum(['none', 'auto', 'required']);

/** A form that the answer is to have. */
export const schemaFormat = {
  name: z.string().max(64),
  description: z.string().nullish(),
  schema: givenSchema,
  strict: z.boolean().nullish(),
};

const tokens = z.number().int().min(1).max(1_000_000);

/** How the answer is written; what the workflow sets for its agents stands. */
export const writingFields = {
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().min(0).max(1).nullish(),
};
export const tokenLimit = tokens.nullish();

const ownWords = z.string().max(512).nullish();

/** What a caller says of itself, kept with the run. */
export const callerFields = {
  metadata: jsonRecord.nullish(),
  user: ownWords,
  safety_identifier: ownWords,
  /** Prompts are sent so that providers' caches hold anyway. */
  prompt_cache_key: ownWords,
  service_tier: onlyTaken(['auto', 'default'], 'must be "auto" or "default": there is one tier'),
  parallel_tool_calls: z.boolean().nullish(),
  store: z.boolean().nullish(),
  stream: z.boolean().nullish(),
};

const model = 'is not taken: the models of the workflow decide';

export const refusedFields = {
  logit_bias: notTaken('is not taken: which tokens a model has depends on the model'),
  moderation: notTaken('is not taken: the rules of the service hold (CADENCE_SAFETY)'),
  prompt_cache_options: notTaken(model),
  prompt_cache_retention: notTaken(model),
  top_logprobs: onlyTaken([0], 'must be 0: probabilities are not told'),
};
export const verbosity = onlyTaken(
  ['medium'],
  'must be "medium": say in the instructions how long it is to be',
);
export const thinking = notTaken(model);
