import { onBothDatabases } from './on-both-databases.fixture.ts';
import { requestCountsConformance } from './request-counts.conformance.ts';

onBothDatabases(requestCountsConformance);
