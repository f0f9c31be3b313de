import { it } from 'vitest';
import { expectSmoothAnswer } from './long-answer.fixture.ts';
import { servePageWithModel } from './model.fixture.ts';

const page = servePageWithModel();

it('an answer of 1,500 tokens never keeps the page busy for more than 100 ms', async () => {
  await expectSmoothAnswer(page, 1_500);
});
