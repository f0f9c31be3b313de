import { onBothDatabases } from './on-both-databases.fixture.ts';
import { policiesConformance } from './policies.conformance.ts';

onBothDatabases(policiesConformance);
