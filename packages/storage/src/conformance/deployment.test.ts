import { deploymentConformance } from './deployment.conformance.ts';
import { onBothDatabases } from './on-both-databases.fixture.ts';

onBothDatabases(deploymentConformance);
