import { testPlugin } from '@cadence/engine';
import { exitCodes } from '../exit-code.ts';

export async function pluginTest(path: string): Promise<void> {
  const { passed, output } = await testPlugin(path);
  process.stdout.write(output);
  process.exitCode = passed ? exitCodes.done : exitCodes.problem;
}
