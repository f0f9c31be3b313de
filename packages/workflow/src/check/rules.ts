import type { Rule } from './rule.ts';
import { agentsOfNodes, toolsOfAgents, toolsOfConfigs } from './rules/agents.ts';
import { duplicates } from './rules/duplicates.ts';
import { edgeConditions } from './rules/edge-conditions.ts';
import { ends } from './rules/ends.ts';
import { labels } from './rules/labels.ts';
import { models } from './rules/models.ts';
import { nodeKindsAndConfigs } from './rules/node-kinds.ts';
import { prompts } from './rules/prompts.ts';
import { reachability } from './rules/reachability.ts';
import { references } from './rules/references.ts';
import { unusedEdges } from './rules/unused-edges.ts';
import { workflowIds } from './rules/workflow-ids.ts';

/** What a definition is checked for, beyond its form, in the order in which it is told. */
export const rules: readonly Rule[] = [
  duplicates,
  workflowIds,
  nodeKindsAndConfigs,
  references,
  edgeConditions,
  agentsOfNodes,
  toolsOfAgents,
  toolsOfConfigs,
  models,
  prompts,
  labels,
  unusedEdges,
  reachability,
  ends,
];
