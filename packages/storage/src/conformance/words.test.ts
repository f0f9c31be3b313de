import { onBothDatabases } from './on-both-databases.fixture.ts';
import { wordsConformance } from './words.conformance.ts';

onBothDatabases(wordsConformance);
