import { onBothDatabases } from './on-both-databases.fixture.ts';
import { profilesConformance } from './profiles.conformance.ts';

onBothDatabases(profilesConformance);
