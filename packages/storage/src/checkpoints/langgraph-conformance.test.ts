// LangGraph's own suite for checkpoint savers, all of it and its opt-in part, on both databases.
import { deltaChannelHistoryTests, validate } from '@langchain/langgraph-checkpoint-validation';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CadenceSaver } from './cadence-saver.ts';
import {
  databaseKinds,
  removeAllCheckpoints,
  startDatabase,
  type TestDatabase,
} from './checkpoint-databases.fixture.ts';

// The suite expects a runner that has these everywhere.
Object.assign(globalThis, { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it });

describe.each(databaseKinds)('CadenceSaver on %s', (kind) => {
  let started: TestDatabase;
  const initializer = {
    checkpointerName: `CadenceSaver on ${kind}`,
    async createCheckpointer() {
      await removeAllCheckpoints(started.database);
      return new CadenceSaver(started.database);
    },
  };
  beforeAll(async () => {
    started = await startDatabase(kind);
  });
  afterAll(() => started.stop());

  validate(initializer);
  deltaChannelHistoryTests(initializer);
});
