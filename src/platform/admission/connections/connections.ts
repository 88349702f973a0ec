import { CONNECTION_LIMITS } from '../limits.ts';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { createClientCounts } from './client-counts.ts';
import { clientNetwork } from './client-network.ts';
import { type NoRoom, createConnectionList } from './connections-per-client.ts';
import { countHeadBytes, isIdle, type Use } from './connection-use.ts';
import type { RefusalLog } from './refusal-log.ts';

/** The connections of a server. */
export type Connections = {
  /**
   * Records that a request on the connection has authenticated. From then on the connection counts
   * in the owner's share and has the limits of known connections.
   * @returns false if that share leaves no room.
   */
  know(socket: Socket, owner: string | null): boolean;
  /** Returns whether no request on the connection has authenticated yet. */
  isStranger(socket: Socket): boolean;
  /** Records that a stranger's request is being answered. */
  answerStranger(socket: Socket): void;
  /**
   * Returns whether a request gets no answer, because its connection closes after the answers to
   * the requests before it.
   */
  isRefused(request: IncomingMessage): boolean;
};

export type ConnectionLimits = {
  /** The maximum number of connections at a time. */
  readonly most: number;
  /** Returns whether an address is that of a proxy, which serves many clients. */
  readonly isProxy: (address: string) => boolean;
  readonly onRefused?: (share: NoRoom) => void;
  readonly refusals: RefusalLog;
};

function isStranger(use: Use | undefined): boolean {
  return use !== undefined && use.network !== null && !use.isKnown;
}

/**
 * Closes a connection and discards what its client still sends. The operating system would drop the
 * answers if bytes stayed unread.
 */
function closeAfterAnswers(socket: Socket): void {
  socket.end();
  const timer = setTimeout(() => socket.destroy(), CONNECTION_LIMITS.strangerPatienceSeconds * 1000).unref();
  socket.once('close', () => clearTimeout(timer));
}

/**
 * Limits the connections of a server, in total, per client and per organization, and the open
 * requests of each connection.
 */
export function boundConnections(server: Server, limits: ConnectionLimits): Connections {
  const { most, isProxy, onRefused, refusals } = limits;
  const list = createConnectionList(most);
  const uses = new WeakMap<Socket, Use>();
  const refused = new WeakSet<IncomingMessage>();
  const answered = createClientCounts({ max: CONNECTION_LIMITS.answersToStrangers, windowMs: 1000 });

  server.prependListener('connection', (socket) => {
    const address = socket.remoteAddress ?? '';
    const network = isProxy(address) ? null : clientNetwork(address);
    const share = list.findNoRoom(network);
    if (share !== null) {
      onRefused?.(share);
      const message = 'A connection was closed on arrival because too many are open';
      refusals.note(clientNetwork(address), { client: address, share }, message);
      socket.destroy();
      return;
    }
    const use: Use = {
      socket,
      network,
      isKnown: false,
      owner: null,
      open: new Set(),
      heads: 0,
      bytesPast: null,
    };
    uses.set(socket, use);
    list.add(use);
    socket.once('close', () => list.remove(use));
  });

  /**
   * @returns why the connection is closed instead of answering one more request; null if it is not.
   */
  function findExcess(use: Use, network: string, bytes: number): string | null {
    const mostOpen = use.isKnown ? CONNECTION_LIMITS.openRequests : CONNECTION_LIMITS.openRequestsOfStranger;
    if (
      use.open.size >= mostOpen ||
      (use.open.size > 0 && use.heads + bytes > CONNECTION_LIMITS.openHeadBytes)
    ) {
      return 'A connection was closed because it has too many requests in progress';
    }
    const isOver = !use.isKnown && answered.secondsToWait(network) > 0;
    return isOver
      ? 'A connection was closed because its client has too many requests without a session in progress'
      : null;
  }

  /**
   * Stops answering requests on a connection. It closes after the answers to the requests that were
   * accepted before.
   */
  function end(use: Use, message: string): void {
    const { socket, open } = use;
    const { remoteAddress: address } = socket;
    refusals.note(clientNetwork(address), { client: address, open: open.size }, message);
    use.bytesPast = 0;
    if (isIdle(use)) socket.destroy();
  }

  function readPast(use: Use, request: IncomingMessage, bytes: number): void {
    refused.add(request);
    use.bytesPast! += bytes;
    if (use.bytesPast! > CONNECTION_LIMITS.headBytesPast) use.socket.destroy();
  }

  function hold(use: Use, response: ServerResponse, bytes: number): void {
    use.open.add(response);
    use.heads += bytes;
    response.once('close', () => {
      use.open.delete(response);
      use.heads -= bytes;
      if (!isIdle(use)) return;
      list.rest(use);
      if (use.bytesPast !== null) return closeAfterAnswers(use.socket);
      // Node has just set the socket timeout to the server's default.
      if (isStranger(use)) use.socket.setTimeout(CONNECTION_LIMITS.strangerPatienceSeconds * 1000);
    });
  }

  // Runs before the listener that answers the request.
  server.prependListener('request', (request, response) => {
    const use = uses.get(request.socket);
    if (!use || use.network === null) return;
    const bytes = countHeadBytes(request);
    const excess = use.bytesPast === null ? findExcess(use, use.network, bytes) : null;
    if (excess !== null) end(use, excess);
    if (use.bytesPast === null) hold(use, response, bytes);
    else readPast(use, request, bytes);
  });

  return {
    know(socket, owner) {
      const use = uses.get(socket);
      if (use === undefined) return true;
      // An earlier answer to a stranger may have shortened the timeout.
      if (isStranger(use)) socket.setTimeout(server.timeout);
      return list.know(use, owner);
    },
    isStranger: (socket) => isStranger(uses.get(socket)),
    answerStranger(socket) {
      const use = uses.get(socket);
      if (use === undefined || use.network === null) return;
      answered.count(use.network);
      socket.setTimeout(Math.min(CONNECTION_LIMITS.strangerPatienceSeconds * 1000, server.timeout));
    },
    isRefused: (request) => refused.has(request),
  };
}
