import { onBothDatabases } from './on-both-databases.fixture.ts';
import { usageConformance } from './usage.conformance.ts';

onBothDatabases(usageConformance);
