// Who calls whom: a breakpoint at the start of each function, and the stack at each stop, across awaits.
import type { Debugger, Runtime } from 'node:inspector';
import type { Inspector } from '../inspected/inspector.ts';
import { ownFile } from '../inspected/own-file.ts';
import type { CalledFunction } from './called-functions.ts';

export interface Call {
  file: string;
  /** The files of ours above it on the stack, the nearest first; none where a timer or a request began it. */
  callers: string[];
}

const AWAITS_FOLLOWED = 32;

/** Each stop takes milliseconds: the first calls of a function tell who calls it, thousands more do not. */
const STOPS_A_FUNCTION = 3;

/** The first calls of each of these functions while the work is done, in order. */
export async function traceCalls(
  inspector: Inspector,
  functions: readonly CalledFunction[],
  work: () => Promise<void>,
): Promise<Call[]> {
  const calls: Call[] = [];
  const urls = new Map<string, string>();
  inspector.on<Debugger.ScriptParsedEventDataType>('Debugger.scriptParsed', ({ scriptId, url }) =>
    urls.set(scriptId, url),
  );
  const stops = new Map<string, number>();
  inspector.on<Debugger.PausedEventDataType>('Debugger.paused', (stop) => {
    const { callFrames, asyncStackTrace, hitBreakpoints = [] } = stop;
    const scripts = [...callFrames.map(({ location }) => location.scriptId), ...scriptsOf(asyncStackTrace)];
    const [file, ...callers] = scripts.flatMap((id) => ownFile(urls.get(id) ?? '') ?? []);
    if (file !== undefined) calls.push({ file, callers });
    for (const breakpointId of hitBreakpoints) {
      const count = (stops.get(breakpointId) ?? 0) + 1;
      stops.set(breakpointId, count);
      if (count === STOPS_A_FUNCTION) void inspector.post('Debugger.removeBreakpoint', { breakpointId });
    }
    void inspector.post('Debugger.resume');
  });
  await inspector.post('Debugger.enable');
  await inspector.post('Debugger.setAsyncCallStackDepth', { maxDepth: AWAITS_FOLLOWED });
  const scripts = Map.groupBy(functions, ({ scriptId }) => scriptId);
  await Promise.all([...scripts].map(([scriptId, own]) => setBreakpoints(inspector, scriptId, own)));
  await work();
  await inspector.post('Debugger.disable');
  return calls;
}

const scriptsOf = (trace: Runtime.StackTrace | undefined): string[] =>
  trace ? [...trace.callFrames.map(({ scriptId }) => scriptId), ...scriptsOf(trace.parent)] : [];

async function setBreakpoints(
  inspector: Inspector,
  scriptId: string,
  functions: readonly CalledFunction[],
): Promise<void> {
  const { scriptSource } = await inspector.post<Debugger.GetScriptSourceReturnType>(
    'Debugger.getScriptSource',
    { scriptId },
  );
  const locationAt = (offset: number): Debugger.Location => {
    const before = scriptSource.slice(0, offset).split('\n');
    return { scriptId, lineNumber: before.length - 1, columnNumber: before.at(-1)?.length ?? 0 };
  };
  const starts = await Promise.all(
    functions.map(async ({ start, end }) => {
      const range = { start: locationAt(start), end: locationAt(end), restrictToFunction: true };
      const { locations } = await inspector.post<Debugger.GetPossibleBreakpointsReturnType>(
        'Debugger.getPossibleBreakpoints',
        range,
      );
      return locations[0];
    }),
  );
  // Functions of one expression can share a place, and V8 takes a breakpoint at a place once.
  const places = new Map(
    starts.flatMap((one) => (one ? [[`${one.lineNumber}:${one.columnNumber}`, one]] : [])),
  );
  await Promise.all(
    [...places.values()].map((location) => inspector.post('Debugger.setBreakpoint', { location })),
  );
}
