import { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { Client, type ClientConfig } from 'pg';
import type { DatabaseAddress, Host, WantedServer } from './address.ts';
import { isReadOnly, isRefusal } from './failures.ts';
import { NoneTaken, takeFirst } from './take-first.ts';

/** A host that answers nothing for so long is not waited for alone: longer than a handshake takes on any network that this is used in. */
const PATIENCE_MS = 300;

/** What a host has to say for itself besides letting in. */
const UNWANTED: Readonly<Record<WantedServer, string | null>> = {
  any: null,
  primary: `select pg_is_in_recovery() as unwanted`,
  // A standby's transactions are read-only.
  'read-write': `select current_setting('transaction_read_only')::boolean as unwanted`,
};

/** Remembers which host was right the last time. */
export type HostMemory = { last: Host | null };

/** Every host that answers is a standby, or read-only: after a failover for as long as nobody is primary yet. */
class NoPrimary extends Error {
  override readonly name = 'NoPrimary';
  /** "Read-only transaction". */
  readonly code = '25006';
}

/**
 * Connects to the host of an address that is wanted: each is asked, in turns and not one after the other where one answers nothing.
 * @param config of the connection, without a host.
 * @param limitMs for all of it.
 * @throws what the most telling of them says.
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
  // Also of one that won in the same moment as another: nobody will use it.
  signal.addEventListener('abort', () => socket.destroy(), { once: true });
  const client = new Client({ ...config, stream: () => socket, connectionTimeoutMillis: left() });
  // Until somebody uses it: without a listener Node ends the process.
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
    // Without a farewell: a server that answers nothing would be waited for.
    socket.destroy();
    throw error;
  }
}

/** There; gone: nobody takes connections there, or it is no longer what is wanted; mute: connections are taken, and nothing is said. */
export type Presence = 'there' | 'gone' | 'mute';

/** A machine, or a network, that says so. What else a connection can fail for (names, certificates, files) says nothing of the host. */
const GONE = new Set(['ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT']);

/**
 * Looks at a host by a connection of its own. One that lets nobody else in is there, and so is one that has begun to answer, however long it takes: the
 * pool of a pooler may be full.
 * @param limitMs that an answer may take.
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
    // Nobody waits for its farewell.
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

/** Whether a connection failed because nothing was said, or because it was closed before anything was. */
function isSilence(error: unknown): boolean {
  return /timeout|Connection terminated/.test((error as Error).message);
}

/** A host that answers says more than one that does not, and one that refuses the login more than one that only reads. */
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
