import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { clientNetwork } from '../access/client-network.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { RefusalLog } from './refusal-log.ts';

/** Of all connections, for one client: with so many others there is room for everybody else. */
const SHARE = 1 / 8;
/** How long a connection that never authenticated is kept open between two requests. */
export const STRANGER_PATIENCE_SECONDS = 5;

/** The connections of a server. */
export type Connections = {
  /** A request on it authenticated: from now on the connection is kept like any other. */
  know(socket: Socket): void;
  /** Whether no request on it authenticated yet. */
  isStranger(socket: Socket): boolean;
};

export type ConnectionLimits = {
  /** Connections at a time. */
  readonly most: number;
  /** Whether an address is a proxy's, behind which there are many clients. */
  readonly isProxy: (address: string) => boolean;
  readonly metrics: Pick<Metrics, 'connectionsRefused'>;
  readonly refusals: RefusalLog;
};

/** `asking` is the request that came last; `open` how many are not answered. */
type Stranger = { open: number; asking: IncomingMessage | null };

/**
 * Bounds the connections of a server: in all, and those of one client. Where there is no room, strangers (who never authenticated) make it: first who
 * is idle for longest, then whose request is still arriving. Without such the new one is closed at once. Connections of proxies count only in all.
 */
export function boundConnections(server: Server, limits: ConnectionLimits): Connections {
  const { most, isProxy, metrics, refusals } = limits;
  const mostOfOne = Math.max(1, Math.floor(most * SHARE));
  const networks = new Map<string, Set<Socket>>();
  /** The longest idle first. */
  const strangers = new Map<Socket, Stranger>();
  let count = 0;

  function findDispensable(sockets: Iterable<Socket>): Socket | null {
    let arriving: Socket | null = null;
    for (const socket of sockets) {
      const stranger = strangers.get(socket);
      if (stranger?.open === 0) return socket;
      if (stranger?.open === 1 && stranger.asking?.complete === false) arriving ??= socket;
    }
    return arriving;
  }

  /** @returns whether there is room for one more now. */
  function makeRoom(sockets: Iterable<Socket>): boolean {
    const socket = findDispensable(sockets);
    if (socket === null) return false;
    forget(socket);
    socket.destroy();
    return true;
  }

  const networkOf = new WeakMap<Socket, string | null>();

  function remember(socket: Socket, network: string | null): void {
    count += 1;
    networkOf.set(socket, network);
    if (network === null) return;
    strangers.set(socket, { open: 0, asking: null });
    networks.set(network, (networks.get(network) ?? new Set()).add(socket));
  }

  /** More than once does nothing. */
  function forget(socket: Socket): void {
    const network = networkOf.get(socket);
    if (network === undefined) return;
    networkOf.delete(socket);
    count -= 1;
    strangers.delete(socket);
    const own = network === null ? undefined : networks.get(network);
    own?.delete(socket);
    if (network !== null && own?.size === 0) networks.delete(network);
  }

  function findNoRoom(network: string | null): 'client' | 'all' | null {
    const own = network === null ? undefined : networks.get(network);
    if (own && own.size >= mostOfOne && !makeRoom(own)) return 'client';
    return count >= most && !makeRoom(strangers.keys()) ? 'all' : null;
  }

  server.prependListener('connection', (socket) => {
    const address = socket.remoteAddress ?? '';
    const network = isProxy(address) ? null : clientNetwork(address);
    const share = findNoRoom(network);
    if (share !== null) {
      metrics.connectionsRefused.inc({ share });
      refusals.note(address, { share }, 'Too many connections: one more was closed at once');
      socket.destroy();
      return;
    }
    remember(socket, network);
    socket.once('close', () => forget(socket));
  });

  server.on('request', ({ socket }, response) => {
    const stranger = strangers.get(socket);
    if (!stranger) return;
    stranger.open += 1;
    stranger.asking = response.req;
    response.once('close', () => {
      stranger.open -= 1;
      if (stranger.open > 0 || strangers.get(socket) !== stranger) return;
      strangers.delete(socket);
      strangers.set(socket, stranger);
      // Node has just set the patience for everybody.
      socket.setTimeout(STRANGER_PATIENCE_SECONDS * 1000);
    });
  });

  return {
    know: (socket) => void strangers.delete(socket),
    isStranger: (socket) => strangers.has(socket),
  };
}
