import { badDataConformance } from './bad-data.conformance.ts';
import { onBothDatabases } from './on-both-databases.fixture.ts';

onBothDatabases(badDataConformance);
