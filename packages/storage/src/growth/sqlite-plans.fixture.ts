// What SQLite does for each statement that is run, by its own account.
import { DatabaseSync } from 'node:sqlite';
import { type RunStatement, statementChannel } from '../database/statement-channel.ts';
import { isGrowing } from './growing-tables.fixture.ts';
import type { PlanWatch } from './plan-watch.fixture.ts';

/** Explains, on a connection of its own, each statement that this process runs; the same text once. */
export function watchSqlitePlans(file: string): PlanWatch {
  const texts = new Set<string>();
  const listen = (message: unknown) => texts.add((message as RunStatement).text);
  statementChannel.subscribe(listen);
  const explained = new Set<string>();
  return {
    async findings() {
      using database = new DatabaseSync(file, { readOnly: true });
      database.function('steady_ms', () => 0);
      const found = [];
      for (const text of texts) {
        if (explained.has(text) || !/^\s*(?:SELECT|INSERT|UPDATE|DELETE|WITH)\b/i.test(text)) continue;
        explained.add(text);
        for (const problem of problemsOf(database, text)) found.push({ text, problem });
      }
      return found;
    },
    seen: () => texts.size,
    stop: () => void statementChannel.unsubscribe(listen),
  };
}

function problemsOf(database: DatabaseSync, text: string): string[] {
  const tableOf = tablesByName(text);
  const lines = database.prepare(`EXPLAIN QUERY PLAN ${text}`).all();
  return lines
    .map(({ detail }) => String(detail))
    .filter((detail) => {
      // Words are looked up in their index.
      const [, name] = /^SCAN (\w+)(?! VIRTUAL TABLE INDEX \d+:M)\b/.exec(detail) ?? [];
      if (name !== undefined) return isGrowing(tableOf.get(name) ?? name);
      const [, ofTenant] = /^SEARCH (\w+) USING .*INDEX \w+ \(tenant_id=\?\)/.exec(detail) ?? [];
      if (ofTenant !== undefined && !/\bLIMIT\b/.test(text))
        return isGrowing(tableOf.get(ofTenant) ?? ofTenant);
      return detail.startsWith('USE TEMP B-TREE') && [...tableOf.values()].some(isGrowing);
    });
}

/** What each name in the plan stands for: tables go by their aliases there. */
function tablesByName(text: string): Map<string, string> {
  const named = text.matchAll(/\b(?:FROM|JOIN|UPDATE|INTO|,)\s+(\w+)(?:\s+(?:AS\s+)?(\w+))?/gi);
  return new Map(
    [...named].flatMap(
      ([, table = '', alias = '']) =>
        [
          [table, table],
          [alias, table],
        ] as const,
    ),
  );
}
