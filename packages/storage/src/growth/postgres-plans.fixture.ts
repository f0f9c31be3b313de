// What PostgreSQL really did for each statement, foreign keys and all, by its module auto_explain.
import { setTimeout as delay } from 'node:timers/promises';
import type { PostgresServer } from '../postgres/postgres-server.fixture.ts';
import { isGrowing } from './growing-tables.fixture.ts';
import type { PlanFinding, PlanWatch } from './plan-watch.fixture.ts';

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Join Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanNode[];
}

interface LoggedPlan {
  'Query Text': string;
  Plan: PlanNode;
}

const settings = {
  // As those are planned that have been asked a few times.
  plan_cache_mode: 'force_generic_plan',
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': 0,
  'auto_explain.log_analyze': 1,
  'auto_explain.log_timing': 0,
  'auto_explain.log_nested_statements': 1,
  'auto_explain.log_format': 'json',
};

/** The URL of the same database, on whose connections every statement is explained. */
export function explainingUrl(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  url.searchParams.set('options', [url.searchParams.get('options'), ...options].filter(Boolean).join(' '));
  return url.href;
}

/** Looks at the plans of those connections; a step of a plan that touches more than `mostRows` is too much. */
export function watchPostgresPlans(server: PostgresServer, mostRows: number): PlanWatch {
  let log = '';
  const seen = new Set<string>();
  const stop = server.onLog((piece) => {
    log += piece;
  });
  const quiet = async () => {
    for (let length = -1; length !== log.length; ) {
      length = log.length;
      // Quiet means that nothing was logged for this long.
      await delay(200);
    }
  };
  return {
    async findings() {
      await quiet();
      const plans = [...loggedPlans(log)];
      log = '';
      const found = new Map<string, PlanFinding>();
      for (const { 'Query Text': text, Plan: plan } of plans) {
        seen.add(text);
        for (const problem of problemsOf(plan, mostRows)) found.set(`${text} ${problem}`, { text, problem });
      }
      return [...found.values()];
    },
    seen: () => seen.size,
    stop,
  };
}

/** An entry begins with its time; the lines that go on with it begin with a tab. */
function* loggedPlans(log: string): Generator<LoggedPlan> {
  for (const entry of log.split(/^(?=\d{4}-\d\d-\d\d )/m)) {
    const [, plan] = /plan:\n(\t\{.*?\n\t\})\n/s.exec(entry) ?? [];
    if (plan !== undefined) yield JSON.parse(plan);
  }
}

function problemsOf(plan: PlanNode, mostRows: number): string[] {
  const { 'Node Type': type, 'Relation Name': table = '', 'Index Name': index = '' } = plan;
  const each =
    (plan['Actual Rows'] ?? 0) +
    (plan['Rows Removed by Filter'] ?? 0) +
    (plan['Rows Removed by Join Filter'] ?? 0) +
    (plan['Rows Removed by Index Recheck'] ?? 0);
  const loops = plan['Actual Loops'] ?? 1;
  const rows = Math.round(each * loops);
  const place = `${type} on ${table || '…'}${index && ` by ${index}`}`;
  const own =
    type === 'Seq Scan' && isGrowing(table) && loops > 0
      ? [place]
      : rows > mostRows
        ? [`${place}: too many rows`]
        : [];
  return [...own, ...(plan.Plans ?? []).flatMap((part) => problemsOf(part, mostRows))];
}
