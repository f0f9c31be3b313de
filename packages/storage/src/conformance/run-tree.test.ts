import { onBothDatabases } from './on-both-databases.fixture.ts';
import { runTreeConformance } from './run-tree.conformance.ts';

onBothDatabases(runTreeConformance);
