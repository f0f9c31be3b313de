import { it } from 'vitest';
import { expectSmoothThread } from './long-thread.fixture.ts';
import { servePage } from './page.fixture.ts';

const page = servePage();

it('a thread of 1,000 messages scrolls smoothly', async () => {
  await expectSmoothThread(page, 1_000);
}, 120_000);
