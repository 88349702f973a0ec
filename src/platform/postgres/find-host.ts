import { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { Client, type ClientConfig } from 'pg';
import type { DatabaseAddress, Host, WantedServer } from './address.ts';
import { isReadOnly, isRefusal } from './failures.ts';
import { NoneTaken, takeFirst } from './take-first.ts';

/**
 * The time in milliseconds after which the next host is tried beside a host that has not answered.
 * It is longer than a handshake takes in any intended network.
 */
const PATIENCE_MS = 300;

/**
 * The query that a host must answer with false; null if any host that accepts connections will do.
 */
const UNWANTED: Readonly<Record<WantedServer, string | null>> = {
  any: null,
  primary: `select pg_is_in_recovery() as unwanted`,
  // A standby's transactions are read-only.
  'read-write': `select current_setting('transaction_read_only')::boolean as unwanted`,
};

/** Remembers the host that was used last. */
export type HostMemory = { last: Host | null };

/**
 * Every host that answers is a standby or read-only. This lasts from a failover until a new primary
 * is promoted.
 */
class NoPrimary extends Error {
  override readonly name = 'NoPrimary';
  /** SQLSTATE of "read-only transaction". */
  readonly code = '25006';
}

/**
 * Connects to the first host of an address that qualifies. The hosts are tried in order; a host
 * that does not answer delays the next one by only `PATIENCE_MS`.
 * @param config of the connection, without a host.
 * @param limitMs total time limit.
 * @throws the most informative error of the hosts.
 */
export async function connectToWanted(
  { hosts, wanted, isRandom }: DatabaseAddress,
  config: ClientConfig,
  memory: HostMemory,
  limitMs: number,
): Promise<Client> {
  const end = performance.now() + limitMs;
  const turns = isRandom ? shuffle(hosts) : putFirst(hosts, memory.last);
  try {
    return await takeFirst(
      turns,
      async (host, signal) => {
        const client = await connect({ ...config, ...host }, wanted, end, signal);
        memory.last = host;
        return client;
      },
      PATIENCE_MS,
    );
  } catch (error) {
    throw error instanceof NoneTaken ? explain(error.reasons) : error;
  }
}

async function connect(
  config: ClientConfig,
  wanted: WantedServer,
  end: number,
  signal: AbortSignal,
  socket = new Socket(),
): Promise<Client> {
  const left = () => Math.max(end - performance.now(), 1);
  // Also closes a connection that succeeded at the same moment as another one, because no caller
  // will use it.
  signal.addEventListener('abort', () => socket.destroy(), { once: true });
  const client = new Client({ ...config, stream: () => socket, connectionTimeoutMillis: left() });
  // Until the caller adds a listener: without one Node ends the process on an error.
  client.on('error', () => {});
  await client.connect();
  const question = UNWANTED[wanted];
  if (question === null) return client;
  try {
    const late = wait(left(), null, { ref: false });
    const answer = await Promise.race([client.query<{ unwanted: boolean }>(question), late]);
    if (answer === null) throw new Error('timeout exceeded when trying to connect');
    if (answer.rows[0]!.unwanted) throw new NoPrimary('it is a standby, or read-only');
    return client;
  } catch (error) {
    // Closes the socket without a Terminate message, because a server that does not answer would
    // make the client wait.
    socket.destroy();
    throw error;
  }
}

/**
 * `there`: the host is present. `gone`: it accepts no connections, or is no longer the wanted kind
 * of server. `mute`: it accepts connections but sends nothing.
 */
export type Presence = 'there' | 'gone' | 'mute';

/**
 * Codes by which a machine or a network reports that a host is gone. Other connection errors
 * (names, certificates, files) do not show that.
 */
const GONE = new Set(['ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT']);

/**
 * Probes a host with a connection of its own. A host that refuses the login is present. So is a
 * host that has begun to answer, however long it takes: the pool of a pooler may be full.
 * @param limitMs time limit of the answer.
 */
export async function findPresence(
  { wanted, isPooled }: DatabaseAddress,
  config: ClientConfig,
  host: Host,
  limitMs: number,
): Promise<Presence> {
  const end = performance.now() + limitMs;
  const socket = new Socket();
  let isConnected = false;
  socket.once('connect', () => (isConnected = true));
  try {
    const asked = isPooled ? 'any' : wanted;
    const client = await connect({ ...config, ...host }, asked, end, new AbortController().signal, socket);
    // No caller waits for the connection to close.
    void client.end().catch(() => {});
    return 'there';
  } catch (error) {
    socket.destroy();
    if (isReadOnly(error)) return 'gone';
    if (socket.bytesRead > 0) return 'there';
    const { code } = error as { readonly code?: string };
    if (code !== undefined) return GONE.has(code) ? 'gone' : 'there';
    if (!isSilence(error)) return 'there';
    return isConnected ? 'mute' : 'gone';
  }
}

/**
 * Returns whether a connection failed because nothing was received, or because it was closed before
 * anything was received.
 */
function isSilence(error: unknown): boolean {
  return /timeout|Connection terminated/.test((error as Error).message);
}

/**
 * Chooses the error to report. An answer is more informative than silence, and a refused login more
 * than a read-only server.
 */
function explain(reasons: readonly unknown[]): unknown {
  const refusal = reasons.find(isRefusal);
  if (refusal !== undefined) return refusal;
  const readOnly = reasons.filter(isReadOnly).length;
  if (readOnly === 0) return reasons[0];
  const others = reasons.length - readOnly;
  return new NoPrimary(
    `of ${reasons.length} hosts ${readOnly} only read${others === 0 ? '' : ` and ${others} cannot be reached`}`,
  );
}

function putFirst(hosts: readonly Host[], first: Host | null): readonly Host[] {
  const isFirst = (host: Host) => host.host === first?.host && host.port === first.port;
  return [...hosts.filter(isFirst), ...hosts.filter((host) => !isFirst(host))];
}

function shuffle(hosts: readonly Host[]): readonly Host[] {
  const keyed = hosts.map((host) => ({ host, key: Math.random() }));
  return keyed.toSorted((one, other) => one.key - other.key).map(({ host }) => host);
}
