import { type FakeModelServer, startFakeModelServer } from '@cadence-agents/testkit';
import { afterAll } from 'vitest';
import { servePage, type TestPage } from './page.fixture.ts';

export interface TestPageWithModel extends TestPage {
  model: () => FakeModelServer;
}

/** The page in front of a server whose model says what it is told to. */
export function servePageWithModel(more: Record<string, string> = {}): TestPageWithModel {
  let started: FakeModelServer | undefined;
  const model = () => {
    if (started === undefined) throw new Error('The model has not been started.');
    return started;
  };
  const page = servePage(async () => {
    started = await startFakeModelServer();
    return {
      CADENCE_DEFAULT_MODEL: 'openai:fake',
      OPENAI_BASE_URL: started.url,
      OPENAI_API_KEY: 'none',
      ...more,
    };
  });
  afterAll(() => started?.close());
  return { ...page, model };
}
