import { archiveConformance } from './archive.conformance.ts';
import { onBothDatabases } from './on-both-databases.fixture.ts';

onBothDatabases(archiveConformance);
