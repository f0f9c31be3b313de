// The machine's clock, its ids and its chance. Nothing else in the engine asks for them: a run gets them through its
// context, so that it can be replayed.
import { randomUUID } from 'node:crypto';

/** Milliseconds since the epoch. */
export const now = (): number => Date.now();

export const newId = (): string => randomUUID();

/** From 0 to 1, without 1. */
export const random = (): number => Math.random();
