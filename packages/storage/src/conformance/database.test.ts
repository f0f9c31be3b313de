import { databaseConformance } from './database.conformance.ts';
import { onBothDatabases } from './on-both-databases.fixture.ts';

onBothDatabases(databaseConformance);
