import { acceptConformance } from './accept.conformance.ts';
import { onBothDatabases } from './on-both-databases.fixture.ts';

onBothDatabases(acceptConformance);
