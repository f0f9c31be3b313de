import { killConformance, openPostgres, openSqlite } from './kill.conformance.ts';

const few = { runtime: 'native', interruptions: 10 } as const;
killConformance({ name: 'SQLite', open: openSqlite, ...few });
killConformance({ name: 'PostgreSQL', open: openPostgres, ...few });
