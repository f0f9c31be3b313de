import { handoffsConformance } from './handoffs.conformance.ts';
import { onBothDatabases } from './on-both-databases.fixture.ts';

onBothDatabases(handoffsConformance);
