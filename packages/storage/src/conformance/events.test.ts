import { eventsConformance } from './events.conformance.ts';
import { onBothDatabases } from './on-both-databases.fixture.ts';

onBothDatabases(eventsConformance);
