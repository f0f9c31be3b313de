import { filesConformance } from './files.conformance.ts';
import { onBothDatabases } from './on-both-databases.fixture.ts';

onBothDatabases(filesConformance);
