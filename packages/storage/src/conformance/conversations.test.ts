import { conversationsConformance } from './conversations.conformance.ts';
import { onBothDatabases } from './on-both-databases.fixture.ts';

onBothDatabases(conversationsConformance);
