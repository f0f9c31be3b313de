export type {
  AgentCatalogue,
  DefinitionView,
  NodeView,
  RouteCandidate,
  RouteChoice,
} from '@cadence-agents/contracts';
export {
  type Arrival,
  arriveAt,
  exceededLimit,
  limitOfSending,
  limitOnArrival,
  type Spent,
  wayOutAtLimit,
} from './arrival.ts';
export type { Certificate, CertifiedCycle } from './certify/certificate.ts';
export { certify } from './certify/certify.ts';
export { type CheckOptions, type CheckResult, check } from './check/check.ts';
export { readDefinition } from './check/complete-definition.ts';
export { readPath } from './check/document-path.ts';
export { modelProblems } from './check/rules/models.ts';
export { chooseRoute, type RouteRequest } from './choose-route.ts';
export { type CoordinatorTarget, coordinatorTargets } from './coordinator-targets.ts';
export { countRoute, isAgentHop, noRoutes, type RouteCount, toolHopsOf } from './count-route.ts';
export { definitionJsonSchema } from './definition-json-schema.ts';
export { drawMermaid } from './draw/draw-mermaid.ts';
export { drawSvg } from './draw/draw-svg.ts';
export { applyEdits } from './fixes/apply-edits.ts';
export type { Edit, Fix } from './fixes/fix.ts';
export { fixesOf } from './fixes/fixes-of.ts';
export { type Mended, mend, mendInSlices } from './fixes/mend.ts';
export { routeLabels } from './kinds/agent.ts';
export { FINALIZE_LABEL } from './kinds/control-tools.ts';
export { handoffChoices } from './kinds/human-handoff.ts';
export { ingressConfigSchema } from './kinds/ingress.ts';
export {
  builtInKinds,
  configOf,
  isBuiltIn,
  type KindConfig,
  type Kinds,
  type KindType,
  kindsWith,
} from './kinds/kinds.ts';
export { DEFAULT_MAX_REPLANS } from './kinds/verifier.ts';
export { type LinearPattern, linearPattern, patternSchema } from './linear-pattern.ts';
export { nearestName, onlyNearName } from './nearest-name.ts';
export { possibleExits } from './possible-exits.ts';
export { type ProblemCode, problemCodes } from './problem-codes.ts';
export { edgeFinder } from './simulate/edge-of-receipt.ts';
export { isBroken, type RunAct } from './simulate/monitor.ts';
export { describePolicy } from './simulate/policy-words.ts';
export { type SimulateOptions, simulate, simulateInSlices } from './simulate/simulate.ts';
export { toolExitLabel } from './tool-exit-label.ts';
export { toolRoute } from './tool-route.ts';
export { costsOf } from './traffic/costs.ts';
export { coverageOf } from './traffic/coverage.ts';
export { coverageFrom } from './traffic/coverage-from.ts';
export { RouteTraffic } from './traffic/route-traffic.ts';
export { viewDefinition } from './view-definition.ts';
