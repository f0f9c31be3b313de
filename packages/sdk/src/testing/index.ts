export { callTool } from './call-tool.ts';
export { type PluginRun, type RunPluginOptions, runPlugin, type ToolCallResult } from './run-plugin.ts';
export { type Script, type ScriptedModel, type ScriptedTurn, scriptedModel } from './scripted-model.ts';
