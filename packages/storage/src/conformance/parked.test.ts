import { onBothDatabases } from './on-both-databases.fixture.ts';
import { parkedConformance } from './parked.conformance.ts';

onBothDatabases(parkedConformance);
