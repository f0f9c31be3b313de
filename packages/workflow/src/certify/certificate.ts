/** How long a run can get between two answers of a person, or the loop that nothing bounds. */
export type Certificate =
  | { bounded: true; maxSteps: number; cycles: CertifiedCycle[] }
  | { bounded: false; maxSteps: null; cycle: string[] };

/** Nodes that can be visited in a loop, and the limits each of which, or which together, end it. */
export interface CertifiedCycle {
  /** Names of the nodes. */
  nodes: string[];
  boundedBy: string[];
}
