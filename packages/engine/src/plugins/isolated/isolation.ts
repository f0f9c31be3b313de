import { type MachineMeans, machineMeans } from './machine-means.ts';

/**
 * How a plugin is isolated. `none`: it runs in the process of Cadence. `process`: in one of its own, with bounded memory
 * and without access to files, the environment and other programs. `namespace`: in addition without network, and
 * without seeing other processes.
 */
export type IsolationLevel = 'none' | 'process' | 'namespace';

/** What the operator asks for; `auto` takes the best that the machine has. */
export type IsolationDemand = 'auto' | 'process' | 'namespace';

/** How plugins are run that do not run in this process. */
export interface IsolationOptions {
  /** Which plugins beside the uploaded ones: the names of their folders, or `all`. Default none. */
  apart?: readonly string[];
  /** Default `auto`. */
  demand?: IsolationDemand;
  /** What one plugin may use beyond an empty process. Default 256. */
  memoryMb?: number;
  /** Variables that a plugin gets if its package.json declares them, as they are when its process starts. */
  secrets?: () => Readonly<Record<string, string>>;
  /** Whether plugins that declare it may use the network. Default false. */
  network?: boolean;
}

/** The isolation that plugins have on this machine. */
export interface IsolationInForce {
  demanded: IsolationDemand;
  /** Absent when the machine lacks what is demanded: then none that needs it is loaded. */
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

/** In milliseconds. */
export interface ProcessTimeouts {
  /** For Node itself to start. */
  start: number;
  /** For a process to show that it is alive. */
  answer: number;
  /** For a call that was told to stop. */
  stop: number;
  /** Between two pings of an idle process. */
  idle: number;
}

export const processTimeouts: ProcessTimeouts = { start: 20_000, answer: 2_000, stop: 5_000, idle: 10_000 };
