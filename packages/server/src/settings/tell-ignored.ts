import type { Log } from '@cadence-agents/engine';
import type { ReadSettings } from './read-settings.ts';

export function tellIgnored({ ignored }: Pick<ReadSettings, 'ignored'>, log: Log): void {
  if (ignored.length === 0) return;
  log.info('variables that Kubernetes sets for services are no settings, and were passed over', { ignored });
}
