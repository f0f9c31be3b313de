import { auditConformance } from './audit.conformance.ts';
import { onBothDatabases } from './on-both-databases.fixture.ts';

onBothDatabases(auditConformance);
