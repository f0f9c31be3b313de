import { onBothDatabases } from './on-both-databases.fixture.ts';
import { statesConformance } from './states.conformance.ts';

onBothDatabases(statesConformance);
