import { killConformance, openPostgres, openSqlite } from './kill.conformance.ts';

/** Runs that are interrupted, on each database. */
const interruptions = Number(process.env.INTERRUPTIONS ?? 40);

killConformance({ name: 'SQLite', open: openSqlite, runtime: 'native', interruptions });
killConformance({ name: 'PostgreSQL', open: openPostgres, runtime: 'native', interruptions });
const langgraph = { runtime: 'langgraph', interruptions: 16 } as const;
killConformance({ name: 'SQLite, running on LangGraph', open: openSqlite, ...langgraph });
