export type { Certificate, CertifiedCycle } from './certify/certificate.ts';
export { certify } from './certify/certify.ts';
export { type CheckOptions, type CheckResult, check } from './check/check.ts';
export { chooseRoute, type RouteRequest } from './choose-route.ts';
export { type CoordinatorTarget, coordinatorTargets } from './coordinator-targets.ts';
export { countRoute, isAgentHop, noRoutes, type RouteCount, toolHopsOf } from './count-route.ts';
export type {
  AgentCatalogue,
  DefinitionView,
  NodeView,
  RouteCandidate,
  RouteChoice,
} from './definition-view.ts';
export { drawMermaid } from './draw/draw-mermaid.ts';
export { drawSvg } from './draw/draw-svg.ts';
export { handoffChoices } from './handoff-choices.ts';
export { type AgentConfig, readAgentConfig } from './kinds/agent-config.ts';
export { FINALIZE_LABEL } from './kinds/control-tools.ts';
export { type CoordinatorConfig, readCoordinatorConfig } from './kinds/coordinator-config.ts';
export { type GeneratorConfig, readGeneratorConfig } from './kinds/generator-config.ts';
export { type HandoffConfig, readHandoffConfig } from './kinds/handoff-config.ts';
export { type IngressConfig, ingressConfigSchema, readIngressConfig } from './kinds/ingress-config.ts';
export { findKind, nodeKinds } from './kinds/kinds.ts';
export type { DeclaredLabel, NodeKind } from './kinds/node-kind.ts';
export type { NodeFamily, NodeTraits } from './kinds/node-traits.ts';
export { type PlannerConfig, readPlannerConfig } from './kinds/planner-config.ts';
export { type ResponderConfig, readResponderConfig } from './kinds/responder-config.ts';
export { readSummarizerConfig, type SummarizerConfig } from './kinds/summarizer-config.ts';
export { readToolExecutorConfig, type ToolExecutorConfig } from './kinds/tool-executor-config.ts';
export { DEFAULT_MAX_REPLANS, readVerifierConfig, type VerifierConfig } from './kinds/verifier-config.ts';
export { DEFAULT_WINDOW_TOKENS } from './kinds/window-schema.ts';
export { nearestName } from './nearest-name.ts';
export { possibleExits } from './possible-exits.ts';
export { type ProblemCode, problemCodes } from './problem-codes.ts';
export { routeLabels } from './route-labels.ts';
export { toolExitLabel } from './tool-exit-label.ts';
export { toolRoute } from './tool-route.ts';
export { viewDefinition } from './view-definition.ts';
