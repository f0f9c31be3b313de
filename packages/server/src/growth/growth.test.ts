import { growthConformance, startGrownSqlite } from './growth.conformance.ts';

// Its plans are the same whatever the tables hold.
growthConformance('SQLite', () => startGrownSqlite(200));
