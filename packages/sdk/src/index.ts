export type {
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
} from '@cadence/contracts';
export { CadenceError, defineKind } from '@cadence/contracts';
export { defineAgent } from './define-agent.ts';
export { definePlugin, type PluginDefinition } from './define-plugin.ts';
export { listSchema } from './list-schema.ts';
export { objectSchema } from './object-schema.ts';
export { registerPlugin } from './register-plugin.ts';
export { type ToolDefinition, type ToolInput, tool } from './tool.ts';
