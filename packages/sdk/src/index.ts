export type {
  AgentContext,
  JsonValue,
  KindBehaviour,
  KindContext,
  KindResult,
  KindState,
  Plugin,
  PluginAgent,
  PluginHealth,
  PluginKind,
  Tool,
  ToolContext,
} from '@cadence-agents/contracts';
export { CadenceError, defineKind } from '@cadence-agents/contracts';
export { defineAgent } from './define-agent.ts';
export { definePlugin, type PluginDefinition } from './define-plugin.ts';
export { registerPlugin } from './plugin-registry.ts';
export { listSchema, objectSchema } from './response-schemas.ts';
export { type ToolDefinition, type ToolInput, tool } from './tool.ts';
