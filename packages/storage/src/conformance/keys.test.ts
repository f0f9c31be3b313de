import { keysConformance } from './keys.conformance.ts';
import { onBothDatabases } from './on-both-databases.fixture.ts';

onBothDatabases(keysConformance);
