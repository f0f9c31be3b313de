/** One finding about a definition. */
export interface Problem {
  severity: 'error' | 'warning';
  /** Stable name, as `EDGE_TARGET_UNDEFINED`. */
  code: string;
  /** Where, as `$.edges[14].targetNodeId`; the place exists in the document checked. */
  path: string;
  message: string;
  /** What to do about it. */
  hint: string;
}
