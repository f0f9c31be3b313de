import { onBothDatabases } from './on-both-databases.fixture.ts';
import { peopleConformance } from './people.conformance.ts';

onBothDatabases(peopleConformance);
