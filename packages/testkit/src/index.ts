export { asRecorded, RecordedEvents } from './as-recorded.ts';
export { type CodeBlock, codeBlocks, fileInPage } from './code-blocks.ts';
export { countTurns } from './count-turns.ts';
export type { Behaviour, FakeToolCall, Wire } from './fake-model-server/behaviour.ts';
export { withoutNote } from './fake-model-server/chat-request.ts';
export { type DecidingModelServer, startDecidingModelServer } from './fake-model-server/deciding-server.ts';
export { randomBehaviour } from './fake-model-server/random-behaviour.ts';
export type { ServerScript } from './fake-model-server/script.ts';
export { type FakeModelServer, startFakeModelServer } from './fake-model-server/start.ts';
export type { Connection, RecordedRequest } from './fake-model-server/traffic.ts';
export { leftOut } from './left-out.ts';
export { lossySignals } from './lossy-signals.ts';
export { operatorText } from './operator-text.ts';
export { type RandomChoice, randomChoice } from './random-choice.ts';
export { randomJson } from './random-json.ts';
export { randomModel } from './random-model.ts';
export { noRedis, type RedisServer, startRedis } from './redis-server.ts';
export { sampleTurn } from './sample-turn.ts';
export { scriptByAgent } from './script-by-agent.ts';
export { type ScriptedModel, type ScriptedModelOptions, scriptedModel } from './scripted-model.ts';
export {
  hang,
  type Script,
  type ScriptedMessage,
  type ScriptedReply,
  type ScriptedToolCall,
} from './scripted-reply.ts';
export { seededRandom } from './seeded-random.ts';
export { selfSigned } from './self-signed.ts';
