import type { Profiler } from 'node:inspector';
import type { Inspector } from '../inspected/inspector.ts';
import { ownFile } from '../inspected/own-file.ts';

export interface CalledFunction {
  scriptId: string;
  file: string;
  /** Offsets in the source of its script. */
  start: number;
  end: number;
}

/** The functions of ours that are called while the work is done, at full speed. */
export async function calledFunctions(
  inspector: Inspector,
  work: () => Promise<void>,
): Promise<CalledFunction[]> {
  await inspector.post('Profiler.enable');
  await inspector.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await work();
  const { result } = await inspector.post<Profiler.TakePreciseCoverageReturnType>(
    'Profiler.takePreciseCoverage',
  );
  await inspector.post('Profiler.stopPreciseCoverage');
  await inspector.post('Profiler.disable');
  return result.flatMap(({ scriptId, url, functions }) => {
    const file = ownFile(url);
    if (file === undefined) return [];
    return functions.flatMap(({ ranges: [whole] }) =>
      whole && whole.count > 0 ? [{ scriptId, file, start: whole.startOffset, end: whole.endOffset }] : [],
    );
  });
}
