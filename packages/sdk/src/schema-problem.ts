import { CadenceError, type Problem } from '@cadence-agents/contracts';
import { z } from 'zod';

/** A zod issue as a problem; `root` is the path of the parsed value. */
export function schemaProblem(issue: z.core.$ZodIssue, code: string, root: string, hint: string): Problem {
  return { severity: 'error', code, path: jsonPath(root, issue.path), message: message(issue), hint };
}

function message(issue: z.core.$ZodIssue): string {
  const at = issue.path.at(-1);
  const what = at === undefined ? 'It' : `"${String(at)}"`;
  return `${what} is not as it must be: ${issue.message}.`;
}

function jsonPath(root: string, path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (text, key) => (typeof key === 'number' ? `${text}[${key}]` : `${text}.${String(key)}`),
    root,
  );
}

/** Why a schema cannot be given to a model, if it cannot. */
export function jsonSchemaRefusal(schema: z.ZodType, mustBeObject: boolean): string | undefined {
  try {
    const { type } = z.toJSONSchema(schema, { io: mustBeObject ? 'input' : 'output' });
    if (mustBeObject && type !== 'object') return 'it is not the schema of an object';
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const problemsSchema: z.ZodType<Problem[]> = z
  .array(
    z.object({
      severity: z.enum(['error', 'warning']),
      code: z.string(),
      path: z.string(),
      message: z.string(),
      hint: z.string(),
    }),
  )
  .min(1);

/** The problems in the error that refused a plugin or an agent; `undefined` for any other error. */
export function problemsInError(error: unknown): Problem[] | undefined {
  return CadenceError.is(error) ? problemsSchema.safeParse(error.details).data : undefined;
}
