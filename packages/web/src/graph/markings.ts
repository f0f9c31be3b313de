import { createContext } from 'react';

export type Difference = 'added' | 'removed' | 'changed';
export type NodeMark = 'pause' | 'pin' | 'differs' | Difference;

/** What is to be known of nodes and edges beside what a run does there. */
export interface Markings {
  /** By the names of nodes. */
  nodes: ReadonlyMap<string, readonly NodeMark[]>;
  /** By the places of edges in the definition. */
  edges: ReadonlyMap<number, Difference>;
}

export const noMarks: Markings = { nodes: new Map(), edges: new Map() };

export const MarkingsContext = createContext(noMarks);
