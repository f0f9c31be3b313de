import { onBothDatabases } from './on-both-databases.fixture.ts';
import { pluginVersionsConformance } from './plugin-versions.conformance.ts';

onBothDatabases(pluginVersionsConformance);
