import { onBothDatabases } from './on-both-databases.fixture.ts';
import { runsConformance } from './runs.conformance.ts';

onBothDatabases(runsConformance);
