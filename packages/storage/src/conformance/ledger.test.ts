import { ledgerConformance } from './ledger.conformance.ts';
import { onBothDatabases } from './on-both-databases.fixture.ts';

onBothDatabases(ledgerConformance);
