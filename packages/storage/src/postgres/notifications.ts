// Words between the processes on one PostgreSQL, by LISTEN and NOTIFY, on a connection of their own: listening needs a
// session that lasts, and a lost word is nothing that a query should wait or fail for.
import { setTimeout as delay } from 'node:timers/promises';
import { backoffMs } from '@cadence/contracts';
import pg from 'pg';
import { isPooled } from './pooler.ts';
import { explainPostgres } from './postgres-error.ts';
import { connectionUrl, serverName } from './server-name.ts';

export interface NotificationsOptions {
  /** Of the server itself, not of a pooler before it. */
  databaseUrl: string;
  onPayload: (payload: string) => void;
  /** From here on it hears everything; what was said before may have been missed. */
  onListening: () => void;
  /** Nothing is heard until it listens again. `forGood`: the URL leads through a pooler, which does not pass words on. */
  onDeaf: (reason: { error: unknown; forGood: boolean }) => void;
}

export interface Notifications {
  readonly kind: 'postgres';
  /** Says each of them to every process, this one too; `false` when nobody heard. At most 7,999 bytes each. */
  notify(payloads: readonly string[]): Promise<boolean>;
  close(): Promise<void>;
}

const delays = { firstMs: 50, longestMs: 5_000 };
const connectMs = 3_000;
/** A connection that was cut off without a word is noticed by a question that is not answered. */
const pingMs = 15_000;
const answerMs = 10_000;

/** Resolves once it listens, or its first attempt has failed; from then on it connects again by itself. */
export async function openNotifications(options: NotificationsOptions): Promise<Notifications> {
  const server = serverName(options.databaseUrl);
  const closing = new AbortController();
  let line: Line | undefined;
  const firstTry = Promise.withResolvers<void>();

  const listen = async () => {
    for (let retry = 0; !closing.signal.aborted; retry++) {
      try {
        line = await openLine(options);
        retry = 0;
        if (line) options.onListening();
        else options.onDeaf({ error: undefined, forGood: true });
        firstTry.resolve();
        if (!line) return;
        const error = await line.lost;
        line = undefined;
        if (!closing.signal.aborted)
          options.onDeaf({ error: explainPostgres(error, server), forGood: false });
      } catch (error) {
        if (retry === 0) options.onDeaf({ error: explainPostgres(error, server), forGood: false });
        firstTry.resolve();
      }
      await delay(backoffMs(retry, delays), undefined, { signal: closing.signal, ref: false }).catch(
        () => {},
      );
    }
  };
  const listening = listen();
  await firstTry.promise;
  return {
    kind: 'postgres',
    async notify(payloads) {
      if (!line) return false;
      try {
        await line.notify(payloads);
        return true;
      } catch {
        return false;
      }
    },
    async close() {
      closing.abort();
      line?.end();
      await listening;
    },
  };
}

/** A connection that listens. */
interface Line {
  notify(payloads: readonly string[]): Promise<unknown>;
  /** Resolves with what went wrong. */
  lost: Promise<unknown>;
  end(): void;
}

/** `undefined` where a pooler stands before the server. */
async function openLine({ databaseUrl, onPayload }: NotificationsOptions): Promise<Line | undefined> {
  const client = new pg.Client({
    connectionString: connectionUrl(databaseUrl),
    keepAlive: true,
    connectionTimeoutMillis: connectMs,
    query_timeout: answerMs,
    application_name: 'cadence signals',
  });
  const { promise: lost, resolve: lose } = Promise.withResolvers<unknown>();
  client.on('error', lose).on('end', () => lose(new Error('Connection terminated')));
  client.on('notification', ({ payload = '' }) => onPayload(payload));
  try {
    await client.connect();
    if (await isPooled(client)) {
      await client.end();
      return undefined;
    }
    // A word is not worth waiting for the disk, and one schema of a database does not listen to another.
    const { rows } = await client.query<{ channel: string }>(
      "SELECT 'cadence_' || md5(current_schema()) AS channel, set_config('synchronous_commit', 'off', false)",
    );
    const channel = rows[0]?.channel ?? 'cadence';
    await client.query(`LISTEN ${channel}`);
    const ping = setInterval(() => client.query('SELECT 1').catch(lose), pingMs);
    ping.unref();
    const end = () => {
      clearInterval(ping);
      // A server that does not answer would keep a polite farewell waiting.
      client.end().catch(() => {});
    };
    lost.then(end);
    return {
      lost,
      end,
      notify: (payloads) =>
        client
          .query('SELECT pg_notify($1, said) FROM unnest($2::text[]) AS said', [channel, payloads])
          .catch((error: unknown) => {
            lose(error);
            throw error;
          }),
    };
  } catch (error) {
    client.end().catch(() => {});
    throw error;
  }
}
