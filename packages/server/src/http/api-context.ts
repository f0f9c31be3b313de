import type { Cadence } from '../cadence.ts';
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
  /** Folder of the built page, if it is served. */
  pageDir?: string | undefined;
  /** Aborted when the server begins to stop. */
  stopping: AbortSignal;
}
