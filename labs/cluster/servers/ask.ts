import { Redis } from 'ioredis';
import { Client } from 'pg';

/** The time limit of an answer. A server that hangs counts as one that does not answer. */
const PATIENCE_MS = 2000;

/** @returns the status and the body of an HTTP answer; null if there is none. */
export async function askHttp(url: string): Promise<{ status: number; body: string } | null> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS) });
    return { status: answer.status, body: await answer.text() };
  } catch {
    return null;
  }
}

/**
 * Sends one command to a Redis or a Sentinel.
 * @returns its answer as text; null if there is none.
 */
export async function askRedis(
  address: string,
  port: number,
  password: string | undefined,
  command: 'PING' | 'ROLE' | 'INFO',
): Promise<string | null> {
  const redis = new Redis({
    host: address,
    port,
    ...(password !== undefined && { password }),
    connectTimeout: PATIENCE_MS,
    commandTimeout: PATIENCE_MS,
    lazyConnect: true,
    // A replica that is still loading, or has no master, also answers, with an error.
    enableReadyCheck: false,
    retryStrategy: () => null,
    maxRetriesPerRequest: 0,
  });
  redis.on('error', () => {});
  try {
    await redis.connect();
    return String(await redis.call(command));
  } catch {
    return null;
  } finally {
    redis.disconnect();
  }
}

/** Runs one query on a PostgreSQL server. @returns its rows; null if there is no answer. */
export async function askPostgres<T extends object>(url: string, sql: string): Promise<T[] | null> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: PATIENCE_MS,
    query_timeout: PATIENCE_MS,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query<T>(sql)).rows;
  } catch {
    return null;
  } finally {
    void client.end().catch(() => {});
  }
}

/** Reports whether a PostgreSQL server accepts connections. */
export async function isAnswering(url: string): Promise<boolean> {
  return (await askPostgres(url, 'select')) !== null;
}
