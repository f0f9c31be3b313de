import { idempotencyConformance } from './idempotency.conformance.ts';
import { onBothDatabases } from './on-both-databases.fixture.ts';

onBothDatabases(idempotencyConformance);
