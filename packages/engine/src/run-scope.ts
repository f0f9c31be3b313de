// Whose work is on the event loop: asked when something goes wrong there, never on the way.
import { AsyncLocalStorage } from 'node:async_hooks';

const scope = new AsyncLocalStorage<string>();

/** The run that is carried out now, or began what runs now; `undefined` for everything else. */
export const currentRun = (): string | undefined => scope.getStore();

export const inRun = <T>(runId: string, work: () => T): T => scope.run(runId, work);
