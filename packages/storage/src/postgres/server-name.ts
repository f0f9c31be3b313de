import { CadenceError } from '@cadence-agents/contracts';

/** Host, port and database for messages: never the password. */
export function serverName(databaseUrl: string): string {
  const url = URL.canParse(databaseUrl) ? new URL(databaseUrl) : undefined;
  if (url?.protocol !== 'postgres:' && url?.protocol !== 'postgresql:') {
    throw new CadenceError('SETTING_INVALID', 'The database URL is not one of PostgreSQL.', {
      hint: 'Write it as postgres://user:password@host:5432/database; escape special characters of the password.',
    });
  }
  return `"${url.hostname}:${url.port || 5432}${url.pathname}"`;
}

/** The URL, with `sslmode` meaning what it means to PostgreSQL's own programs: `require` encrypts, `verify-full` verifies. */
export function connectionUrl(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  if (!url.searchParams.has('sslmode') || url.searchParams.has('uselibpqcompat')) return databaseUrl;
  url.searchParams.set('uselibpqcompat', 'true');
  return url.href;
}
