import type { Problem } from '@cadence/contracts';
import { type InspectOptions, inspectPlugin } from './inspect-plugin.ts';

/** Everything wrong with the plugin in a folder, at once; it is imported and asked for its health. */
export async function checkPlugin(path: string, options: InspectOptions = {}): Promise<Problem[]> {
  const { problems } = await inspectPlugin(path, options);
  return problems;
}
