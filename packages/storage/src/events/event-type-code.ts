import { type RunEventType, runEvents } from '@cadence-agents/contracts';

const types = new Map<string, string>(Object.entries(runEvents).map(([type, { code }]) => [code, type]));

/** A letter, as a batch has many events and their types would be most of its text. */
export const codeOf = (type: RunEventType): string => runEvents[type].code;

/** What has no code is a type by its name: so were batches written once. */
export const typeOf = (code: string): string => types.get(code) ?? code;
