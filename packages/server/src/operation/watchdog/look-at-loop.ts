import { type Debugger, Session } from 'node:inspector';

/** The name of the function, in the main thread, that tells whose work is on its event loop. */
export const onTheLoop = 'cadence.onTheLoop';

export interface OnTheLoop {
  run?: string | undefined;
  plugin?: string | undefined;
}

/** What blocks the main thread. */
export interface Blocking extends OnTheLoop {
  /** The functions it is in, innermost first, without any value. */
  at: string[];
}

const MOST_FRAMES = 12;

/**
 * Interrupts the main thread, from another one, for long enough to see where it is; `undefined` when that takes longer
 * than `timeoutMs`, as within a call of the operating system.
 */
export async function lookAtLoop(timeoutMs: number): Promise<Blocking | undefined> {
  const session = new Session();
  session.connectToMainThread();
  const timer = Promise.withResolvers<undefined>();
  const timeout = setTimeout(() => timer.resolve(undefined), timeoutMs);
  try {
    return await Promise.race([interrupt(session), timer.promise]);
  } finally {
    clearTimeout(timeout);
    // It goes on when nobody is connected any more.
    session.disconnect();
  }
}

async function interrupt(session: Session): Promise<Blocking> {
  const files = new Map<string, string>();
  session.on('Debugger.scriptParsed', ({ params: { scriptId, url } }) =>
    files.set(scriptId, url.replace(/\?.*/, '')),
  );
  const paused = Promise.withResolvers<Debugger.CallFrame[]>();
  session.on('Debugger.paused', ({ params }) => paused.resolve(params.callFrames));
  session.post('Debugger.enable');
  session.post('Debugger.pause');
  const frames = await paused.promise;
  const at = frames
    .slice(0, MOST_FRAMES)
    .map(
      ({ functionName, location: { scriptId, lineNumber, columnNumber = 0 } }) =>
        `${functionName || '(anonymous)'} (${files.get(scriptId) || 'unknown'}:${lineNumber + 1}:${columnNumber + 1})`,
    );
  return { at, ...(await ask(session)) };
}

/** The interrupted work is still the current one, so the main thread can say whose it is. */
function ask(session: Session): Promise<OnTheLoop> {
  const told = Promise.withResolvers<OnTheLoop>();
  const expression = `globalThis[${JSON.stringify(onTheLoop)}]()`;
  session.post('Runtime.evaluate', { expression, returnByValue: true }, (error, answer) => {
    const value: OnTheLoop | undefined = error ? undefined : answer.result.value;
    told.resolve(value ?? {});
  });
  return told.promise;
}
