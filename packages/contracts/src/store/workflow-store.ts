import type { AgentDefinition } from '../workflow/agent-definition.ts';
import type { GateReport } from '../workflow/gate-report.ts';
import type { WorkflowDefinition } from '../workflow/workflow-definition.ts';
import type { WorkflowLayout } from '../workflow/workflow-layout.ts';

/** One immutable version of a workflow. */
export interface WorkflowVersion {
  workflowId: string;
  /** Counts from 1. */
  version: number;
  definition: WorkflowDefinition;
  createdAt: string;
  /** Whether new runs start on this version. */
  published: boolean;
}

export interface WorkflowStore {
  /**
   * Stores a definition under its own id; the same content again is no new version. Publishes unless told not to. What
   * is published is the draft too; what is not is kept for runs alone, unless `draft` is set.
   */
  put(
    tenantId: string,
    definition: WorkflowDefinition,
    options?: { publish?: boolean; draft?: boolean },
  ): Promise<WorkflowVersion>;
  /**
   * What the tables of the graph hold: written by `put` and `publish`, and perhaps by other programs, so that it is
   * to be checked before it is used. Versions are not touched by either.
   */
  draft(tenantId: string, id: string): Promise<unknown>;
  /** The published version, or the one named. */
  get(tenantId: string, id: string, version?: number): Promise<WorkflowVersion | undefined>;
  list(tenantId: string): Promise<WorkflowVersion[]>;
  versions(tenantId: string, id: string): Promise<WorkflowVersion[]>;
  publish(tenantId: string, id: string, version: number): Promise<WorkflowVersion>;
  /** What the newest runs came to on the version, the last time that this was asked. */
  gate(tenantId: string, id: string, version: number): Promise<GateReport | undefined>;
  keepGate(tenantId: string, id: string, version: number, report: GateReport): Promise<void>;
  /** Where its nodes stand in its picture; kept beside its versions, and gone with it. */
  layout(tenantId: string, id: string): Promise<WorkflowLayout | undefined>;
  keepLayout(tenantId: string, id: string, layout: WorkflowLayout): Promise<void>;
  /** Versions that runs are pinned to stay readable by `get` with a version. */
  delete(tenantId: string, id: string): Promise<boolean>;
}

export interface AgentStore {
  put(tenantId: string, agent: AgentDefinition): Promise<AgentDefinition>;
  get(tenantId: string, id: string): Promise<AgentDefinition | undefined>;
  list(tenantId: string): Promise<AgentDefinition[]>;
  delete(tenantId: string, id: string): Promise<boolean>;
}
