import { channel } from 'node:diagnostics_channel';
import type { SqlValue } from './database.ts';

/** A statement about to be run, as the database gets it. */
export interface RunStatement {
  text: string;
  values: readonly SqlValue[];
}

/** Tells of every statement, to those who look into what is asked of a database. Costs nothing while nobody does. */
export const statementChannel = channel('cadence:storage:statement');
