import { onBothDatabases } from './on-both-databases.fixture.ts';
import { secretsConformance } from './secrets.conformance.ts';

onBothDatabases(secretsConformance);
