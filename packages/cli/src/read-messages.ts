import { CadenceError, type Message, messageSchema } from '@cadence-agents/contracts';
import { readJsonFile } from '@cadence-agents/server/read-json-file';

/** What `run show` prints with `--at STEP` or `--calls`, edited. */
export function readMessages(file: string): Message[] {
  const json = readJsonFile(file);
  const list = typeof json === 'object' && json !== null && 'messages' in json ? json.messages : json;
  const parsed = messageSchema.array().safeParse(list);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, message }) => `messages.${path.join('.')}: ${message}`);
  throw new CadenceError(
    'INPUT_INVALID',
    `The messages in "${file}" cannot be used:\n${problems.join('\n')}`,
    {
      hint: 'Start from what "cadence run show ID --at STEP" prints.',
      details: parsed.error.issues,
    },
  );
}
