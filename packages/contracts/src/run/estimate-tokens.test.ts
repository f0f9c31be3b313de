import fc from 'fast-check';
import { getEncoding } from 'js-tiktoken';
import { describe, expect, it } from 'vitest';
import { estimateTokens } from './estimate-tokens.ts';

const english = `The harbour wakes before the town does. By four in the morning the first boats are already under way, their lights low on the water, and the men on the quay speak quietly, as people do who have known one another for thirty years and need no more than a nod. Nobody hurries. The tide decides when there is something to do, and until then there is coffee from a flask, and the weather, which is discussed every day with the same seriousness, although everybody knows that talking has never changed it. "You will learn it," he said, "when you have nothing else to eat."`;
const german = `Der Hafen wacht vor der Stadt auf. Schon um vier Uhr morgens sind die ersten Boote unterwegs, ihre Lichter liegen tief auf dem Wasser, und die Männer am Kai sprechen leise miteinander, wie Leute, die sich seit dreißig Jahren kennen und nicht mehr brauchen als ein Kopfnicken. Die Gezeiten bestimmen, wann es etwas zu tun gibt. Die Bundesnetzagentur veröffentlichte eine Rechtsverordnung zur Straßenverkehrsgenehmigung, deren Übergangsbestimmungen unverständlich blieben.`;
const chinese = `港口比城市醒得更早。凌晨四点，第一批渔船已经出海，灯光低低地浮在水面上，码头上的男人们轻声交谈，就像相识三十年的人那样，只需要点一点头就够了。没有人着急。潮水决定什么时候有事可做，在那之前有保温瓶里的咖啡，还有天气。人工智能模型的上下文窗口是有限的，因此系统必须总结较早的对话内容。`;
const code = `export async function carryOut(setup: StoredRunSetup, claimed: ClaimedRun): Promise<RunRecord> {
  const { run, lease } = claimed;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    if (run.status !== 'running') throw new Error(\`Run "\${run.id}" is \${run.status}.\`);
    const rows = await setup.store.rows.filter((row) => row.runId === run.id && row.value >= 0x1f);
    // The lease may have been lost meanwhile.
    if (rows.length > 0) return { ...run, usage: rows.reduce((sum, { tokens }) => sum + tokens, 0) };
  }
  return setup.fallback?.(run) ?? run;
}`;
const json = JSON.stringify({
  orders: Array.from({ length: 12 }, (_, index) => ({
    id: `ord_${index}8f3a`,
    customer: { name: 'Ann Miller', email: 'ann@example.com', isActive: index % 2 === 0 },
    total: 19.99 * index,
    tags: ['new', 'express-delivery'],
    createdAt: `2026-11-${index + 10}T08:15:00.000Z`,
    note: null,
  })),
});

const o200k = getEncoding('o200k_base');
const counted = (text: string) => o200k.encode(text, 'all').length;

describe('estimateTokens', () => {
  // What the documentation says of the error; measured with the tokenizer of GPT-4o and its successors.
  it.each([
    ['English', english, -5, 10],
    ['German', german, -10, 15],
    ['Chinese', chinese, 0, 40],
    ['code', code, -5, 25],
    ['JSON', json, -5, 25],
  ])('is near what a real tokenizer counts: %s', (_, text, least, most) => {
    const error = (estimateTokens(text) / counted(text) - 1) * 100;
    expect(error).toBeGreaterThan(least);
    expect(error).toBeLessThan(most);
  });

  it('is never more than a token a character, and never less for a longer text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, more) => {
        expect(estimateTokens(text)).toBeLessThanOrEqual(text.length);
        expect(estimateTokens(`${text} ${more}`)).toBeGreaterThanOrEqual(estimateTokens(text));
      }),
    );
    expect(estimateTokens('')).toBe(0);
  });
});
