import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import type { Pool, PoolClient } from 'pg';
import type { Host } from './address.ts';
import type { Presence } from './find-host.ts';

/** Time between two checks of the connections, in milliseconds. */
const LOOK_MS = 1000;

/** The parts of a client that its type does not declare. */
type Connected = PoolClient & Host & { readonly connection: { readonly stream: Duplex } };

/**
 * Closes the connections to hosts that have become silent. A machine without power, or a network
 * that drops all packets, ends no connection: a statement would wait until its time limit, and the
 * next statement would do the same on the next connection. Therefore the host of a connection that
 * has been in use for `silentMs` is probed with a connection of its own. If the host is gone or is
 * no longer the wanted kind of server, all connections to it are closed and their statements fail
 * at once. A host that accepts connections but sends nothing may be busy, so it is probed twice.
 * @param look probes a host with a connection of its own, within a time limit.
 * @param silentMs how long a connection may be in use before its host is probed, in milliseconds.
 */
export function leaveSilentHosts(
  pool: Pool,
  look: (host: Host) => Promise<Presence>,
  silentMs: number,
): Disposable {
  /** The open connections and the time when each was opened. */
  const clients = new Map<PoolClient, number>();
  const usedSince = new Map<PoolClient, number>();
  /** When each host was probed last; infinity while a probe is running. */
  const asked = new Map<string, number>();
  pool.on('connect', (client) => clients.set(client, performance.now()));
  pool.on('acquire', (client) => usedSince.set(client, performance.now()));
  pool.on('release', (_error, client) => usedSince.delete(client));
  pool.on('remove', (client) => {
    clients.delete(client);
    usedSince.delete(client);
  });

  async function ask({ host, port }: Host): Promise<void> {
    const name = nameOf({ host, port });
    const began = performance.now();
    asked.set(name, Number.POSITIVE_INFINITY);
    const isSilent = await lookTwice({ host, port });
    asked.set(name, performance.now());
    if (!isSilent) return;
    // Connections that were opened after the probe began have received an answer.
    const silent = [...clients].filter(([client, since]) => nameOf(hostOf(client)) === name && since < began);
    // Idle connections are closed first, because a caller whose statement fails may ask for another
    // connection at once.
    const [used, idle] = [true, false].map((isUsed) =>
      silent.filter(([client]) => usedSince.has(client) === isUsed),
    );
    await Promise.all(idle!.map(([client]) => cut(client)));
    for (const [client] of used!) void cut(client);
  }

  async function lookTwice(host: Host): Promise<boolean> {
    try {
      const first = await look(host);
      return first === 'gone' || (first === 'mute' && (await look(host)) !== 'there');
    } catch {
      // A failed probe does not show that the host is silent.
      return false;
    }
  }

  const timer = setInterval(() => {
    const now = performance.now();
    for (const client of clients.keys()) {
      const since = usedSince.get(client) ?? now;
      const last = asked.get(nameOf(hostOf(client))) ?? 0;
      if (now - since > silentMs && now - last > silentMs) void ask(hostOf(client));
    }
  }, LOOK_MS);
  timer.unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

function hostOf(client: PoolClient): Host {
  const { host, port } = client as Connected;
  return { host, port };
}

const nameOf = ({ host, port }: Host): string => `${host}:${port}`;

/** Closes a connection without a Terminate message, and resolves when its client has noticed. */
async function cut(client: PoolClient): Promise<void> {
  const ended = once(client, 'end');
  (client as Connected).connection.stream.destroy();
  await ended.catch(() => {});
}
