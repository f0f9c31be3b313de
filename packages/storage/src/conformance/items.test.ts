import { itemsConformance } from './items.conformance.ts';
import { onBothDatabases } from './on-both-databases.fixture.ts';

onBothDatabases(itemsConformance);
