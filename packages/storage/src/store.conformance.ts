import { describe } from 'vitest';
import { acceptConformance } from './conformance/accept.conformance.ts';
import { archiveConformance } from './conformance/archive.conformance.ts';
import { auditConformance } from './conformance/audit.conformance.ts';
import { badDataConformance } from './conformance/bad-data.conformance.ts';
import { conversationsConformance } from './conformance/conversations.conformance.ts';
import { databaseConformance } from './conformance/database.conformance.ts';
import { eventsConformance } from './conformance/events.conformance.ts';
import { foundRunsConformance } from './conformance/found-runs.conformance.ts';
import { handoffsConformance } from './conformance/handoffs.conformance.ts';
import { idempotencyConformance } from './conformance/idempotency.conformance.ts';
import { keysConformance } from './conformance/keys.conformance.ts';
import { ledgerConformance } from './conformance/ledger.conformance.ts';
import { parkedConformance } from './conformance/parked.conformance.ts';
import { peopleConformance } from './conformance/people.conformance.ts';
import { pluginVersionsConformance } from './conformance/plugin-versions.conformance.ts';
import { policiesConformance } from './conformance/policies.conformance.ts';
import { profilesConformance } from './conformance/profiles.conformance.ts';
import { requestCountsConformance } from './conformance/request-counts.conformance.ts';
import { runsConformance } from './conformance/runs.conformance.ts';
import { secretsConformance } from './conformance/secrets.conformance.ts';
import { statesConformance } from './conformance/states.conformance.ts';
import type { OpenTestDatabase } from './conformance/test-database.ts';
import { usageConformance } from './conformance/usage.conformance.ts';
import { workersConformance } from './conformance/workers.conformance.ts';
import { workflowsConformance } from './conformance/workflows.conformance.ts';

/** What every store has to do, whatever database it is on. `open` gives each test a database of its own. */
export function storeConformance(name: string, open: OpenTestDatabase): void {
  describe(`the store on ${name}`, () => {
    databaseConformance(open);
    workflowsConformance(open);
    profilesConformance(open);
    peopleConformance(open);
    acceptConformance(open);
    runsConformance(open);
    parkedConformance(open);
    workersConformance(open);
    policiesConformance(open);
    handoffsConformance(open);
    eventsConformance(open);
    statesConformance(open);
    ledgerConformance(open);
    conversationsConformance(open);
    keysConformance(open);
    auditConformance(open);
    usageConformance(open);
    idempotencyConformance(open);
    archiveConformance(open);
    secretsConformance(open);
    pluginVersionsConformance(open);
    foundRunsConformance(open);
    requestCountsConformance(open);
    badDataConformance(open);
  });
}
