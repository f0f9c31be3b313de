import type { ResolvedLimits, RunState, WorkflowDefinition, WorkflowNode } from '@cadence/contracts';
import type { Certificate, DefinitionView } from '@cadence/workflow';
import type { NodeStep } from '../nodes/node-behaviour.ts';
import type { Masking } from '../tools/redact.ts';
import type { RunContext } from './run-context.ts';

export interface PreparedNode {
  node: WorkflowNode;
  step: NodeStep;
}

/** A checked definition, with each node made ready to run. */
export interface Workflow {
  readonly definition: WorkflowDefinition;
  readonly view: DefinitionView;
  readonly certificate: Certificate;
  readonly limits: ResolvedLimits;
  readonly nodes: ReadonlyMap<string, PreparedNode>;
  /** Masks secrets in what tools return. */
  readonly mask: Masking;
  readonly runtime: Runtime;
}

/** Carries a turn on from the node that it is at. */
export interface Runtime {
  /** Resolves with the state in which the turn has ended, or waits. */
  run(workflow: Workflow, start: RunState, context: RunContext): Promise<RunState>;
}
