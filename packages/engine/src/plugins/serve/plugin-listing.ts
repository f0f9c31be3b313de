import type { PluginHealth } from '@cadence/contracts';
import type { PluginSource } from '../find/plugin-source.ts';
import type { IsolationLevel } from '../isolated/isolation-level.ts';

/** One plugin as people see it in a list, usable or not. */
export interface PluginListing {
  slug: string;
  name: string;
  version: string | undefined;
  description: string | undefined;
  source: PluginSource;
  folder: string;
  status: 'loaded' | 'failed' | 'shadowed';
  /** Why it is not loaded; for a loaded one, why its changed version is not. */
  reason: string | undefined;
  hint: string | undefined;
  /** Plugins of weaker sources that this one stands in front of. */
  shadows: readonly { source: PluginSource; folder: string; version: string }[];
  hash: string | undefined;
  health: PluginHealth | undefined;
  /** How it is kept apart; `none` for what the operator put there, and for what is not loaded for want of it. */
  isolation: IsolationLevel;
  /** Whether it can reach the network. Nothing short of the level `namespace` keeps a plugin from that. */
  network: boolean;
}
