import { onBothDatabases } from './on-both-databases.fixture.ts';
import { settingsConformance } from './settings.conformance.ts';

onBothDatabases(settingsConformance);
