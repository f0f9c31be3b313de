import { wordList, wordsIn } from '@cadence-agents/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { startServer } from '../http/server.fixture.ts';

describe('a search', () => {
  it('shows where in question and answer the words are', async () => {
    const { client, cadence } = await startServer();
    const { id } = await client.createConversation({ body: {} });
    const message = `${'Before that, a long story. '.repeat(20)}What is 15 * 23 in Zürich?`;
    const { id: runId } = await client.sendMessage({ params: { id }, body: { message } });
    await cadence.store.tend();
    const { items } = await client.searchRuns({ query: { text: 'zurich wha' } });
    expect(items).toMatchObject([{ runId, conversationId: id, status: 'completed' }]);
    const [excerpt] = items[0]?.excerpts ?? [];
    expect(excerpt?.of).toBe('question');
    expect(excerpt?.text).toMatch(/^….*What is 15 \* 23 in Zürich\?$/);
    expect(excerpt?.marks.map(([start, end]) => excerpt.text.slice(start, end))).toEqual(['What', 'Zürich']);
    expect((await client.listRuns({ query: { text: 'zurich' } })).items.map((run) => run.id)).toEqual([
      runId,
    ]);
    expect(await client.searchRuns({ query: { text: 'elsewhere' } })).toEqual({ items: [], next: null });
    await expect(client.searchRuns({ query: { text: ' ' } })).rejects.toMatchObject({
      code: 'INPUT_INVALID',
    });
  });
});

describe('the words of a text', () => {
  it('are where they say, without case and accents', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        let last = 0;
        for (const { word, start, end } of wordsIn(text)) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(wordsIn(text.slice(start, end)).map((each) => each.word)).toEqual([word]);
          expect(word).toBe(word.toLowerCase());
          last = end;
        }
      }),
    );
    const ofAnyKind = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string(),
      fc.stringMatching(/^[a-zA-Z0-9é_ ,.-]*$/),
    );
    fc.assert(
      fc.property(ofAnyKind, (text) => {
        expect(wordList(text)).toEqual(wordsIn(text).map(({ word }) => word));
      }),
    );
    expect(wordsIn('Éléphants, 3.5× 東京').map(({ word }) => word)).toEqual([
      'elephants',
      '3',
      '5',
      '東',
      '京',
    ]);
  });
});
