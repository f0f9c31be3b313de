/** Something in the plan of a statement whose cost grows with the store. */
export interface PlanFinding {
  /** The statement, as the database got it. */
  text: string;
  problem: string;
}

export interface PlanWatch {
  /** What was found since the last time. */
  findings(): Promise<PlanFinding[]>;
  /** How many different statements were seen. */
  seen(): number;
  stop(): void;
}
