export { type UseRun, useRun } from './use-run.ts';
export { useRunFeed } from './use-run-feed.ts';
