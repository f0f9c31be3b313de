// What is known of a deployment as a whole: its processes, what waits, and the database itself.

/** What a process that serves or carries out runs tells of itself. */
export interface ProcessSign {
  id: string;
  /** The name of its machine. */
  host: string;
  /** Whether it answers requests. */
  serves: boolean;
  /** Whether it carries out runs. */
  works: boolean;
  /** Of the program. */
  version: string;
  /** The same in all processes that have the same plugins. */
  plugins: string;
}

/** A process as it last told of itself. One that is known by its work alone is of an older program, or a command. */
export interface ProcessRecord extends Omit<ProcessSign, 'version' | 'plugins'> {
  version: string | null;
  plugins: string | null;
  pid: number;
  startedAt: string | null;
  /** Since its last sign of life. */
  silentMs: number;
  /** It is known to be gone, without having said so. */
  hasEnded: boolean;
  /** Conversations that it works on, and how many it can work on at once. */
  atWork: number;
  capacity: number;
}

/** Runs of one workflow of a tenant that wait to be taken up. */
export interface WaitingRuns {
  tenantId: string;
  workflowId: string;
  waiting: number;
  oldest: string;
}

export interface QueueRecord {
  waiting: number;
  /** There are more, which were not looked at. */
  isMore: boolean;
  groups: WaitingRuns[];
}

export interface DatabaseRecord {
  kind: 'sqlite' | 'postgres';
  /** What it takes on its disk, and how much of that is free; only SQLite tells that. */
  bytes: number;
  freeBytes: number | null;
  schema: number;
  /** The schema that this program would bring it to. */
  newestSchema: number;
  /** Connections of this process, where there is a pool of them. */
  pool: { open: number; idle: number; waiting: number; most: number } | null;
  /** The server that lists are read from, where there is one. */
  replica: { answers: boolean; behindMs: number | null } | null;
  /** How far this one is behind the server that it follows, if it does. */
  behindMs: number | null;
}

export interface DeploymentStore {
  /** A sign of life of this process. */
  tell(sign: ProcessSign): Promise<void>;
  /** This process is about to end. */
  leave(id: string): Promise<void>;
  /** Those that gave a sign within the last hour, the newest first. */
  processes(): Promise<ProcessRecord[]>;
  /** What waits, however much there is: beyond some thousands it is not counted. */
  queue(): Promise<QueueRecord>;
  storage(): Promise<DatabaseRecord>;
}
