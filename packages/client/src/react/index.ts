export { type UseRun, useRun } from './use-run.ts';
