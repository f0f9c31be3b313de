import type { AppContext } from '../app/app-context.ts';
import type { Metrics } from '../operation/metrics.ts';
import type { OpenStreams } from '../operation/open-streams.ts';
import type { Tracing } from '../operation/tracing/tracing.ts';
import type { FindPrincipal } from './guard/authenticate.ts';

/** What the routes work with. */
export interface ApiContext {
  /** For the use cases. */
  app: AppContext;
  /** Whether requests need a key; without keys the server answers to this machine alone. */
  keyRequired: boolean;
  findPrincipal: FindPrincipal;
  metrics: Metrics;
  streams: OpenStreams;
  tracing: Tracing | undefined;
  /** Folder of the built page, if it is served. */
  pageDir?: string | undefined;
  /** Aborted when the server begins to stop. */
  stopping: AbortSignal;
}
