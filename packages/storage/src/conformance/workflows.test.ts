import { onBothDatabases } from './on-both-databases.fixture.ts';
import { workflowsConformance } from './workflows.conformance.ts';

onBothDatabases(workflowsConformance);
