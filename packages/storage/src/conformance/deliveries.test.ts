import { deliveriesConformance } from './deliveries.conformance.ts';
import { onBothDatabases } from './on-both-databases.fixture.ts';

onBothDatabases(deliveriesConformance);
