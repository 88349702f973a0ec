import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import type { Pool, PoolClient } from 'pg';
import type { Host } from './address.ts';
import type { Presence } from './find-host.ts';

/** How often connections are looked at. */
const LOOK_MS = 1000;

/** As much of a client as its types do not tell. */
type Connected = PoolClient & Host & { readonly connection: { readonly stream: Duplex } };

/**
 * Leaves hosts that have fallen silent. A machine that lost its power, or a network that swallows everything, ends no connection: a statement would be
 * waited for as long as the longest may take, then the next one on the next connection. So the host of a connection that is in use for a while is asked
 * anew, beside it; where nobody is there, or it is no longer what is wanted, all connections to it are closed, and their statements fail at once. One that
 * takes connections and says nothing may have much to do: it is asked twice.
 * @param look at a host by a connection of its own, which gives up in time.
 * @param silentMs how long a connection may be in use before its host is asked.
 */
export function leaveSilentHosts(
  pool: Pool,
  look: (host: Host) => Promise<Presence>,
  silentMs: number,
): Disposable {
  /** Those that there are, and since when. */
  const clients = new Map<PoolClient, number>();
  const usedSince = new Map<PoolClient, number>();
  /** When each host was asked last, or is being asked. */
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
    const isArchived = await lookTwice({ host, port });
    asked.set(name, performance.now());
    if (!isArchived) return;
    // Those that were made meanwhile have been answered.
    const silent = [...clients].filter(([client, since]) => nameOf(hostOf(client)) === name && since < began);
    // Idle ones first: who hears of an end may ask for another at once.
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
      // A question that cannot be put says nothing of the host.
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

/** Closes a connection without a farewell, and resolves when its client knows. */
async function cut(client: PoolClient): Promise<void> {
  const ended = once(client, 'end');
  (client as Connected).connection.stream.destroy();
  await ended.catch(() => {});
}
