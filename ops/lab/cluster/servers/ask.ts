import { Redis } from 'ioredis';
import { Client } from 'pg';

/** How long an answer may take: a server that hangs is one that does not answer. */
const PATIENCE_MS = 2000;

/** @returns the status of an answer over HTTP and what it says; null where there is none. */
export async function askHttp(url: string): Promise<{ status: number; body: string } | null> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS) });
    return { status: answer.status, body: await answer.text() };
  } catch {
    return null;
  }
}

/** Asks a Redis or a Sentinel one thing. @returns its answer as a text; null where there is none. */
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
    // A replica that still loads, or has no master, answers too.
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

/** Asks a PostgreSQL one thing. @returns its rows; null where there is no answer. */
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

/** Whether a PostgreSQL lets anybody in. */
export async function isAnswering(url: string): Promise<boolean> {
  return (await askPostgres(url, 'select')) !== null;
}
