import { inspectPlugin } from '@cadence/engine';
import { errorsIn, exitCodeForProblems, printProblems } from '../print-problems.ts';

export async function pluginCheck(path: string, { json }: { json?: boolean }): Promise<void> {
  const { problems } = await inspectPlugin(path);
  if (json) console.log(JSON.stringify({ path, ok: errorsIn(problems) === 0, problems }, null, 2));
  else printProblems(path, problems);
  process.exitCode = exitCodeForProblems(problems);
}
