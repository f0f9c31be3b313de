import { toneDescriptions, toneSchema } from '@cadence-agents/contracts';
import { describe, expect, it } from 'vitest';
import { coordinate, goto, plugin } from './coordinator.fixture.ts';

const noteFor = async (tone: string | null | undefined) => {
  const { requests } = await coordinate(
    { coordinator: [goto('finalize')], synthesizer: ['Hi.'] },
    tone === undefined ? {} : { tone },
  );
  return requests('synthesizer')[0]?.note;
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
      const note = await noteFor(tone);
      const told = toneSchema.options.filter((one) => note?.includes(toneDescriptions[one]));
      expect(told).toEqual([tone]);
    },
  );

  it.each([undefined, null, '', '  ', 'angry'])('is natural where %j is given', async (tone) => {
    expect(await noteFor(tone)).toContain(toneDescriptions.natural);
  });

  it.each(['formal', 'concise', 'learning'] as const)(
    '"%s" is how the weather and the time in Tokyo are told',
    async (tone) => {
      const { path, requests, status } = await coordinate(
        {
          coordinator: [goto('weather_agent'), goto('time_agent'), goto('finalize')],
          weather: ['It rains, 14 degrees.'],
          time: ['It is 23:00.'],
          synthesizer: ['It rains at 23:00.'],
        },
        { plugins: [plugin('weather', []), plugin('time', [])], message: 'Weather and time in Tokyo?', tone },
      );
      expect(status).toBe('completed');
      expect(path.filter((node) => node?.endsWith('_agent'))).toEqual(['weather_agent', 'time_agent']);
      const [request] = requests('synthesizer');
      expect(request?.note).toContain(toneDescriptions[tone]);
      const material = JSON.stringify(request?.messages);
      for (const text of ['Weather and time in Tokyo?', 'It rains, 14 degrees.', 'It is 23:00.'])
        expect(material).toContain(text);
    },
  );

  it('is read whatever its case and the spaces around it', async () => {
    expect(await noteFor(' Formal ')).toContain(toneDescriptions.formal);
  });
});
