import { foundRunsConformance } from './found-runs.conformance.ts';
import { onBothDatabases } from './on-both-databases.fixture.ts';

onBothDatabases(foundRunsConformance);
