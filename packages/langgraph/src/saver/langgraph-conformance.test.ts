// LangGraph's own suite for checkpoint savers, all of it and its opt-in part, on both databases.
import { databaseKinds, startCheckpoints, type TestCheckpoints } from '@cadence/storage/testing';
import { deltaChannelHistoryTests, validate } from '@langchain/langgraph-checkpoint-validation';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CadenceSaver } from './cadence-saver.ts';

// The suite expects a runner that has these everywhere.
Object.assign(globalThis, { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it });

describe.each(databaseKinds)('CadenceSaver on %s', (kind) => {
  let started: TestCheckpoints;
  const initializer = {
    checkpointerName: `CadenceSaver on ${kind}`,
    async createCheckpointer() {
      await started.removeAll();
      return new CadenceSaver(started.open());
    },
  };
  beforeAll(async () => {
    started = await startCheckpoints(kind);
  });
  afterAll(() => started.stop());

  validate(initializer);
  deltaChannelHistoryTests(initializer);
});
