// LangGraph's own suite for checkpoint savers, all of it and its opt-in part, on both databases.
import { deltaChannelHistoryTests, validate } from '@langchain/langgraph-checkpoint-validation';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startSavers, storeKinds, type TestSavers } from './saver-stores.fixture.ts';

// The suite expects a runner that has these everywhere.
Object.assign(globalThis, { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it });

describe.each(storeKinds)('CadenceSaver on %s', (kind) => {
  let started: TestSavers;
  const initializer = {
    checkpointerName: `CadenceSaver on ${kind}`,
    async createCheckpointer() {
      await started.removeAll();
      return started.open();
    },
  };
  beforeAll(async () => {
    started = await startSavers(kind);
  }, 60_000);
  afterAll(() => started.stop());

  validate(initializer);
  deltaChannelHistoryTests(initializer);
});
