// Words between the processes on one PostgreSQL, by LISTEN and NOTIFY, on a connection of their own: listening needs a
// session that lasts, and a lost word is nothing that a query should wait or fail for.
import { setTimeout as delay } from 'node:timers/promises';
import { backoffMs } from '@cadence-agents/contracts';
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
  /** There is somebody to speak to, after a time in which nobody was. */
  onMet: () => void;
  /** Nothing is heard until it listens again. `forGood`: the URL leads through a pooler, which does not pass words on. */
  onDeaf: (reason: { error: unknown; forGood: boolean }) => void;
  /** How often the others are counted. A connection that was cut off without a word is noticed by that too. */
  countEveryMs?: number;
}

export interface Notifications {
  readonly kind: 'postgres';
  /** Says each of them to every process, this one too; `false` when nobody heard. At most 7,999 bytes each. */
  notify(payloads: readonly string[]): Promise<boolean>;
  /** Whether another process listens, as far as is known. One that was killed counts until the next look. */
  hasListeners(): boolean;
  close(): Promise<void>;
}

const delays = { firstMs: 50, longestMs: 5_000 };
const connectMs = 3_000;
/** What one that has come says, so that nobody waits for the next count: nothing, which nobody says otherwise. */
const hello = '';
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
    hasListeners: () => line?.hasOthers() ?? true,
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
  hasOthers(): boolean;
  /** Resolves with what went wrong. */
  lost: Promise<unknown>;
  end(): void;
}

/** `undefined` where a pooler stands before the server. */
async function openLine(options: NotificationsOptions): Promise<Line | undefined> {
  const client = new pg.Client({
    connectionString: connectionUrl(options.databaseUrl),
    keepAlive: true,
    connectionTimeoutMillis: connectMs,
    query_timeout: answerMs,
    application_name: 'cadence signals',
  });
  const { promise: lost, resolve: lose } = Promise.withResolvers<unknown>();
  client.on('error', lose).on('end', () => lose(new Error('Connection terminated')));
  try {
    await client.connect();
    if (await isPooled(client)) {
      await client.end();
      return undefined;
    }
    // A word is not worth waiting for the disk, and one schema of a database does not listen to another.
    const { rows } = await client.query<{ channel: string; pid: number }>(
      `SELECT 'cadence_' || md5(current_schema()) AS channel, pg_backend_pid() AS pid,
         set_config('synchronous_commit', 'off', false)`,
    );
    const { channel = 'cadence', pid = 0 } = rows[0] ?? {};
    const say = (payloads: readonly string[]) =>
      client.query('SELECT pg_notify($1, said) FROM unnest($2::text[]) AS said', [channel, payloads]);
    const others = new Others(client, options.onMet);
    client.on('notification', ({ processId, payload = '' }) => {
      if (processId !== pid) others.heard();
      if (payload !== hello) options.onPayload(payload);
    });
    await client.query(`LISTEN ${channel}`);
    await say([hello]);
    await others.count();
    const ping = setInterval(() => others.count().catch(lose), options.countEveryMs ?? 15_000);
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
      hasOthers: () => others.areThere,
      notify: (payloads) =>
        say(payloads).catch((error: unknown) => {
          lose(error);
          throw error;
        }),
    };
  } catch (error) {
    client.end().catch(() => {});
    throw error;
  }
}

/** Whether other processes listen: they are counted now and then, and heard in between. */
class Others {
  areThere = true;
  readonly #client: pg.Client;
  readonly #onMet: () => void;
  /** Since the count was asked for, which may not have seen them. */
  #wereHeard = false;

  constructor(client: pg.Client, onMet: () => void) {
    this.#client = client;
    this.#onMet = onMet;
  }

  heard(): void {
    this.#wereHeard = true;
    if (this.areThere) return;
    this.areThere = true;
    this.#onMet();
  }

  async count(): Promise<void> {
    this.#wereHeard = false;
    // Of all schemas, and under whatever name the URL gives them: too many are counted rather than too few.
    const { rows } = await this.#client.query<{ others: boolean }>(
      `SELECT EXISTS (SELECT 1 FROM pg_stat_activity WHERE datname = current_database()
         AND application_name = current_setting('application_name') AND pid <> pg_backend_pid()) AS others`,
    );
    const areThere = this.#wereHeard || (rows[0]?.others ?? true);
    const isNew = areThere && !this.areThere;
    this.areThere = areThere;
    if (isNew) this.#onMet();
  }
}
