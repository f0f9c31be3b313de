import type { Cadence } from '../cadence.ts';
import type { Metrics } from '../operation/metrics.ts';
import type { OpenStreams } from '../operation/open-streams.ts';
import type { Tracing } from '../operation/tracing/tracing.ts';
import type { ApiKeys } from '../security/api-keys.ts';
import type { ReadSettings } from '../settings/read-settings.ts';
import type { FindPrincipal } from './guard/authenticate.ts';

/** What the routes work with. */
export interface ApiContext extends Pick<ReadSettings, 'settings' | 'sources'> {
  cadence: Cadence;
  /** Whether requests need a key; without keys the server answers to this machine alone. */
  keyRequired: boolean;
  keys: ApiKeys;
  findPrincipal: FindPrincipal;
  metrics: Metrics;
  streams: OpenStreams;
  tracing: Tracing | undefined;
  /** Folder of the built page, if it is served. */
  pageDir?: string | undefined;
  /** Aborted when the server begins to stop. */
  stopping: AbortSignal;
}
