/**
 * How a plugin is kept apart. `none`: it runs in the process of Cadence. `process`: in one of its own, without files,
 * environment, programs and with bounded memory. `namespace`: besides that without network and without other processes
 * in sight.
 */
export type IsolationLevel = 'none' | 'process' | 'namespace';

/** What the operator asks for; `auto` takes the best that the machine has. */
export type IsolationDemand = 'auto' | 'process' | 'namespace';

/** How uploaded plugins are run. */
export interface IsolationOptions {
  /** Default `auto`. */
  demand?: IsolationDemand;
  /** What one plugin may use beyond an empty process. Default 256. */
  memoryMb?: number;
  /** Variables that a plugin gets if its package.json declares them. */
  secrets?: Readonly<Record<string, string>>;
  /** Whether plugins that declare it may use the network. Default false. */
  network?: boolean;
}
