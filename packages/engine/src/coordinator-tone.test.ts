import { toneDescriptions, toneSchema } from '@cadence/contracts';
import { describe, expect, it } from 'vitest';
import { coordinate, goto } from './coordinator.fixture.ts';

const systemFor = async (tone: string | null | undefined) => {
  const { requests } = await coordinate(
    { coordinator: [goto('finalize')], synthesizer: ['Hi.'] },
    tone === undefined ? {} : { tone },
  );
  return requests('synthesizer')[0]?.system;
};

describe('the tone', () => {
  it('is one of five, each with a description of its own', () => {
    expect(toneSchema.options).toEqual(['natural', 'explanatory', 'formal', 'concise', 'learning']);
    const descriptions = toneSchema.options.map((tone) => toneDescriptions[tone]);
    expect(new Set(descriptions.filter((text) => text.length > 30)).size).toBe(5);
  });

  it.each(toneSchema.options)(
    '"%s" reaches the prompt of whoever writes the answer, and no other does',
    async (tone) => {
      const system = await systemFor(tone);
      const told = toneSchema.options.filter((one) => system?.includes(toneDescriptions[one]));
      expect(told).toEqual([tone]);
    },
  );

  it.each([undefined, null, '', '  ', 'angry'])('is natural where %j is given', async (tone) => {
    expect(await systemFor(tone)).toContain(toneDescriptions.natural);
  });

  it('is read whatever its case and the spaces around it', async () => {
    expect(await systemFor(' Formal ')).toContain(toneDescriptions.formal);
  });
});
