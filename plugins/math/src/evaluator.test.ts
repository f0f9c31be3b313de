import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createEvaluator } from './evaluator.ts';

const { signal } = new AbortController();

describe('createEvaluator', () => {
  it('evaluates expressions that are asked for at the same time', async () => {
    const { evaluate } = createEvaluator();
    const asked = ['1 + 1', 'nonsense(', '2 + 2'].map((expression) => evaluate(expression, signal));
    expect(await Promise.all(asked)).toEqual([
      { ok: true, value: '2' },
      { ok: false, problem: expect.stringContaining('char') },
      { ok: true, value: '4' },
    ]);
  });

  it('stops what takes too long, and goes on', async () => {
    const { evaluate } = createEvaluator({ deadlineMs: 500 });
    const endless = 'f(n) = n < 2 ? 1 : f(n - 1) + f(n - 2); f(60)';
    const [stopped, next] = await Promise.all([evaluate(endless, signal), evaluate('2 + 2', signal)]);
    expect(stopped).toEqual({ ok: false, problem: 'it takes longer than 0.5 s' });
    expect(next).toEqual({ ok: true, value: '4' });
  });

  it.each(['1:1e9', 'ones(10000, 10000)', 'a = [1]; a[1e9] = 1; a'])(
    'survives %s, which needs more memory than there is',
    async (expression) => {
      const { evaluate } = createEvaluator({ deadlineMs: 20_000, memoryMb: 64 });
      expect(await evaluate(expression, signal)).toEqual({ ok: false, problem: 'it needs too much memory' });
      expect(await evaluate('1 + 1', signal)).toEqual({ ok: true, value: '2' });
    },
  );

  it('stops a calculation whose run is cancelled', async () => {
    const { evaluate } = createEvaluator({ deadlineMs: 60_000 });
    await evaluate('1', signal);
    const endless = 'f(n) = n < 2 ? 1 : f(n - 1) + f(n - 2); f(60)';
    await expect(evaluate(endless, AbortSignal.timeout(300))).rejects.toMatchObject({ name: 'TimeoutError' });
    expect(await evaluate('1 + 1', signal)).toEqual({ ok: true, value: '2' });
  });

  it('has the process started while nothing is to be calculated yet', async () => {
    const { evaluate, warmUp } = createEvaluator();
    const processes = () => process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length;
    const before = processes();
    warmUp();
    warmUp();
    expect(processes()).toBe(before + 1);
    expect(await evaluate('1 + 1', signal)).toEqual({ ok: true, value: '2' });
  });

  it.each([
    ["evaluate('6 * 7', new AbortController().signal)", '42'],
    ['warmUp()', ''],
  ])('lets the program end after %s', async (call, told) => {
    const evaluator = new URL('./evaluator.ts', import.meta.url).href;
    const program = `
      const { createEvaluator } = await import('${evaluator}');
      const result = await createEvaluator().${call};
      console.log(result?.value ?? '');`;
    const ended = promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
      timeout: 20_000,
    });
    expect((await ended).stdout.trim()).toBe(told);
  });
});
