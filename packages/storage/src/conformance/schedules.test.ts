import { onBothDatabases } from './on-both-databases.fixture.ts';
import { schedulesConformance } from './schedules.conformance.ts';

onBothDatabases(schedulesConformance);
