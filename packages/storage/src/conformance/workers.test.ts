import { onBothDatabases } from './on-both-databases.fixture.ts';
import { workersConformance } from './workers.conformance.ts';

onBothDatabases(workersConformance);
