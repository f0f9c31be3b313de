import { describe, expect, it } from 'vitest';
import { areaOf, type Frame } from './area-of.ts';

const root = new URL('../../../', import.meta.url).href;
const frame = (url: string, functionName = 'f', caller?: Frame): Frame => ({ url, functionName, caller });

describe('areaOf', () => {
  it.each([
    ['packages/engine/src/nodes/agent.ts', 'engine/nodes'],
    ['packages/engine/src/log.ts', 'engine'],
    ['plugins/math/src/calculate-tool.ts?cadence=1', 'plugins'],
    ['node_modules/@langchain/core/dist/x.js', 'LangChain and LangGraph'],
    ['node_modules/@fastify/helmet/index.js', 'Fastify'],
    ['node_modules/somebody/index.js', 'other packages'],
  ])('counts %s as %s', (path, area) => {
    expect(areaOf(frame(root + path))).toBe(area);
  });

  it('counts native functions for their caller, but SQLite’s by themselves', () => {
    const storage = frame(`${root}packages/storage/src/sqlite/connection.ts`);
    expect(areaOf(frame('', 'run', storage))).toBe('node:sqlite');
    expect(areaOf(frame('', 'slice', storage))).toBe('storage/sqlite');
    const engine = frame(`${root}packages/engine/src/nodes/agent.ts`);
    expect(areaOf(frame('', 'run', frame('', 'apply', engine)))).toBe('engine/nodes');
  });

  it('tells garbage collection and parts of Node apart', () => {
    expect(areaOf(frame('', '(garbage collector)'))).toBe('garbage collection');
    expect(areaOf(frame('node:internal/streams/writable'))).toBe('node: HTTP, sockets and streams');
    expect(areaOf(frame('node:internal/timers'))).toBe('node: timers, promises and the rest');
  });
});
