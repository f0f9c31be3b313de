import { callTool, runPlugin } from '@cadence-agents/sdk/testing';
import { describe, expect, it } from 'vitest';
import plugin from './index.ts';

describe('the math plugin', () => {
  it('answers with what calculate found', async () => {
    const run = await runPlugin(plugin, {
      message: 'What is 15 * 23?',
      script: [
        { toolCalls: [{ name: 'calculate', args: { expression: '15 * 23' } }] },
        'It is 345, from 15 * 23.',
      ],
    });
    expect(run.toolCalls).toEqual([{ name: 'calculate', args: { expression: '15 * 23' }, output: '345' }]);
    expect(run.answer).toBe('It is 345, from 15 * 23.');
  });

  it('tells the model what is wrong with an expression', async () => {
    const run = await runPlugin(plugin, {
      message: 'What is 15 *?',
      script: [{ toolCalls: [{ name: 'calculate', args: { expression: '15 *' } }] }, 'Something is missing.'],
    });
    expect(run.toolCalls[0]?.output).toMatch(/^"15 \*" cannot be calculated: Unexpected end of expression/);
  });

  it.each([
    [5, 'inch', 'cm', '5 inch = 12.7 cm'],
    [100, 'Fahrenheit', 'Celsius', '100 Fahrenheit = 37.777777777778 celsius'],
    [10, 'miles', 'km', '10 miles = 16.09344 km'],
    [2.5, 'pounds', 'kg', '2.5 pounds = 1.133980925 kg'],
    [-40, '°F', '°C', '-40 °F = -40 degC'],
  ])('converts %d %s to %s', async (value, from, to, expected) => {
    expect(await callTool(plugin, 'convert_units', { value, from, to })).toBe(expected);
  });

  it('refuses what is not a unit, and units that do not fit', async () => {
    const convert = (from: string, to: string) => callTool(plugin, 'convert_units', { value: 1, from, to });
    await expect(convert('m', '1; import({})')).rejects.toMatchObject({
      code: 'TOOL_FAILED',
      message: expect.stringContaining('"1; import({})" is not the name of a unit'),
    });
    await expect(convert('m', 'kg')).rejects.toThrow('Units do not match');
  });

  it('refuses an expression of more than 1000 characters before it is read', async () => {
    const expression = '1+'.repeat(500).concat('1');
    await expect(callTool(plugin, 'calculate', { expression })).rejects.toMatchObject({
      code: 'INPUT_INVALID',
    });
  });

  it('finds its dependencies', async () => {
    expect(await plugin.validateDependencies?.()).toEqual([]);
  });
});
