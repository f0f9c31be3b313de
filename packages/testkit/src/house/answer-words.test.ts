import { describe, expect, it } from 'vitest';
import { errorsInAnswers } from './answer-words.ts';
import { readRepository } from './read-repository.ts';

const check = (path: string, source: string) => errorsInAnswers(new Map([[path, source]]));

describe('errorsInAnswers', () => {
  it('finds none in this repository', async () => {
    expect(errorsInAnswers(await readRepository())).toEqual([]);
  });

  it.each(['answer: error.message + "."', 'answer: [message, hint].join()', 'question: error.hint'])(
    'refuses %s',
    (source) => {
      expect(check('packages/engine/src/a.ts', `({ ${source} })`)).toHaveLength(1);
    },
  );

  it('refuses errors where answers are worded', () => {
    expect(check('packages/engine/src/answers/a.ts', 'const a = (error: CadenceError) => 1;')).toHaveLength(
      1,
    );
  });

  it.each([
    'answer: error && failureAnswer(error.code, tone)',
    'answer: message.content',
    'answer, error: { message }',
  ])('accepts %s', (source) => {
    expect(check('packages/engine/src/a.ts', `({ ${source} })`)).toEqual([]);
  });
});
