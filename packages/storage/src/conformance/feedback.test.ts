import { feedbackConformance } from './feedback.conformance.ts';
import { onBothDatabases } from './on-both-databases.fixture.ts';

onBothDatabases(feedbackConformance);
