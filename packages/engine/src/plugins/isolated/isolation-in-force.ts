import type { IsolationDemand, IsolationLevel } from './isolation-level.ts';
import { type MachineMeans, machineMeans } from './machine-means.ts';

/** How uploaded plugins are kept apart on this machine. */
export interface IsolationInForce {
  demanded: IsolationDemand;
  /** Absent when what is demanded cannot be had: then no uploaded plugin is loaded. */
  level: Exclude<IsolationLevel, 'none'> | undefined;
  /** Whether a limit on memory covers buffers too, and not only JavaScript values. */
  memoryBounded: boolean;
}

export async function isolationInForce(demanded: IsolationDemand = 'auto'): Promise<IsolationInForce> {
  const means = await machineMeans();
  return { demanded, level: levelOf(demanded, means), memoryBounded: means.memory !== undefined };
}

function levelOf(demanded: IsolationDemand, { namespaces }: MachineMeans): IsolationInForce['level'] {
  if (demanded === 'process') return 'process';
  if (namespaces) return 'namespace';
  return demanded === 'auto' ? 'process' : undefined;
}
