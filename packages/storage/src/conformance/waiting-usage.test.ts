import { onBothDatabases } from './on-both-databases.fixture.ts';
import { waitingUsageConformance } from './waiting-usage.conformance.ts';

onBothDatabases(waitingUsageConformance);
