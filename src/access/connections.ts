import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { clientNetwork } from './client-network.ts';
import type { RefusalLog } from './refusal-log.ts';

/** Of all connections, for one client: with so many others there is room for everybody else. */
const SHARE = 1 / 8;
/** How long a connection that never authenticated is kept open between two requests. */
export const STRANGER_PATIENCE_SECONDS = 5;
/** Requests of one connection that are not answered yet. Nobody sends many ahead; Node takes any number of them. */
const MOST_OPEN = 16;

/** The connections of a server. */
export type Connections = {
  /** A request on it authenticated: from now on the connection is kept like any other. */
  know(socket: Socket): void;
  /** Whether no request on it authenticated yet. */
  isStranger(socket: Socket): boolean;
  /** Whether it was ended here. What had been read of it before still comes as requests. */
  isEnded(socket: Socket): boolean;
};

export type ConnectionLimits = {
  /** Connections at a time. */
  readonly most: number;
  /** Whether an address is a proxy's, behind which there are many clients. */
  readonly isProxy: (address: string) => boolean;
  readonly onRefused?: (share: 'client' | 'all') => void;
  readonly refusals: RefusalLog;
};

/** `asking` is the request that came last; `open` how many are not answered. */
type Use = { open: number; asking: IncomingMessage | null };

/**
 * Bounds the connections of a server: in all, and those of one client. Where there is no room, strangers (who never authenticated) make it: first who
 * is idle for longest, then whose request is still arriving; where there is none in all, then whoever else is idle for longest: many addresses
 * with one key could close the door. Without such the new one is closed at once. Connections of proxies count only in all.
 */
export function boundConnections(server: Server, limits: ConnectionLimits): Connections {
  const { most, isProxy, onRefused, refusals } = limits;
  const mostOfOne = Math.max(1, Math.floor(most * SHARE));
  const networks = new Map<string, Set<Socket>>();
  /** The longest idle first. */
  const strangers = new Map<Socket, Use>();
  const known = new Map<Socket, Use>();
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

  function findIdle(): Socket | null {
    for (const [socket, { open }] of known) if (open === 0) return socket;
    return null;
  }

  /** @returns whether there is room for one more now. */
  function makeRoom(socket: Socket | null): boolean {
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
    known.delete(socket);
    const own = network === null ? undefined : networks.get(network);
    own?.delete(socket);
    if (network !== null && own?.size === 0) networks.delete(network);
  }

  function findNoRoom(network: string | null): 'client' | 'all' | null {
    const own = network === null ? undefined : networks.get(network);
    if (own && own.size >= mostOfOne && !makeRoom(findDispensable(own))) return 'client';
    return count >= most && !makeRoom(findDispensable(strangers.keys()) ?? findIdle()) ? 'all' : null;
  }

  server.prependListener('connection', (socket) => {
    const address = socket.remoteAddress ?? '';
    const network = isProxy(address) ? null : clientNetwork(address);
    const share = findNoRoom(network);
    if (share !== null) {
      onRefused?.(share);
      refusals.note(
        clientNetwork(address),
        { client: address, share },
        'Too many connections: one more was closed at once',
      );
      socket.destroy();
      return;
    }
    remember(socket, network);
    socket.once('close', () => forget(socket));
  });

  const ended = new WeakSet<Socket>();

  // Before whoever answers.
  server.prependListener('request', ({ socket }, response) => {
    const use = strangers.get(socket) ?? known.get(socket);
    if (!use) return;
    if (use.open >= MOST_OPEN) {
      const { remoteAddress: address } = socket;
      const told = { client: address, requests: MOST_OPEN };
      refusals.note(
        clientNetwork(address),
        told,
        'Too many requests of one connection at once: it was closed',
      );
      ended.add(socket);
      makeRoom(socket);
      return;
    }
    use.open += 1;
    use.asking = response.req;
    response.once('close', () => {
      use.open -= 1;
      const kind = strangers.has(socket) ? strangers : known;
      if (use.open > 0 || kind.get(socket) !== use) return;
      kind.delete(socket);
      kind.set(socket, use);
      // Node has just set the patience for everybody.
      if (kind === strangers) socket.setTimeout(STRANGER_PATIENCE_SECONDS * 1000);
    });
  });

  return {
    know(socket) {
      const use = strangers.get(socket);
      if (use === undefined) return;
      strangers.delete(socket);
      known.set(socket, use);
    },
    isStranger: (socket) => strangers.has(socket),
    isEnded: (socket) => ended.has(socket),
  };
}
