import { CONNECTION_LIMITS } from '../limits.ts';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { createClientCounts } from './client-counts.ts';
import { clientNetwork } from './client-network.ts';
import { type NoRoom, createConnectionList } from './connection-list.ts';
import { countHeadBytes, isIdle, type Use } from './connection-use.ts';
import type { RefusalLog } from './refusal-log.ts';

/** The connections of a server. */
export type Connections = {
  /** A request on it authenticated: from now on it is kept like any other, in the owner's share. @returns false when there is no room in that. */
  know(socket: Socket, owner: string | null): boolean;
  /** Whether no request on it authenticated yet. */
  isStranger(socket: Socket): boolean;
  /** A stranger's request gets its answer now. */
  answerStranger(socket: Socket): void;
  /** Whether a request gets no answer, because its connection ends with the answers to those before. */
  isRefused(request: IncomingMessage): boolean;
};

export type ConnectionLimits = {
  /** Connections at a time. */
  readonly most: number;
  /** Whether an address is a proxy's, behind which there are many clients. */
  readonly isProxy: (address: string) => boolean;
  readonly onRefused?: (share: NoRoom) => void;
  readonly refusals: RefusalLog;
};

function isStranger(use: Use | undefined): boolean {
  return use !== undefined && use.network !== null && !use.isKnown;
}

/** Closes a connection, and reads past what its client still sends: the system throws answers away where bytes stay unread. */
function closeAfterAnswers(socket: Socket): void {
  socket.end();
  const timer = setTimeout(() => socket.destroy(), CONNECTION_LIMITS.strangerPatienceSeconds * 1000).unref();
  socket.once('close', () => clearTimeout(timer));
}

/** Bounds the connections of a server, in all, of a client and of an organization, and what is open on each of them. */
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
      const message = 'Too many connections: one more was closed at once';
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

  /** @returns why the connection is closed instead of answering one more request on it. */
  function findExcess(use: Use, network: string, bytes: number): string | null {
    const mostOpen = use.isKnown ? CONNECTION_LIMITS.openRequests : CONNECTION_LIMITS.openRequestsOfStranger;
    if (
      use.open.size >= mostOpen ||
      (use.open.size > 0 && use.heads + bytes > CONNECTION_LIMITS.openHeadBytes)
    ) {
      return 'Too many requests of one connection at once: it was closed';
    }
    const isOver = !use.isKnown && answered.secondsToWait(network) > 0;
    return isOver ? 'Too many requests of a client without a session: a connection was closed' : null;
  }

  /** Answers nothing more on a connection. It closes after the answers to what was accepted before. */
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
      // Node has just set the patience for everybody.
      if (isStranger(use)) use.socket.setTimeout(CONNECTION_LIMITS.strangerPatienceSeconds * 1000);
    });
  }

  // Before whoever answers.
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
      // An earlier answer to a stranger may have made us less patient.
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
