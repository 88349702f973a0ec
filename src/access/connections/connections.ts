import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { createClientCounts } from './client-counts.ts';
import { clientNetwork } from './client-network.ts';
import { type NoRoom, createConnectionList } from './connection-list.ts';
import { countHeadBytes, isIdle, type Use } from './connection-use.ts';
import type { RefusalLog } from './refusal-log.ts';

/** How long a connection that never authenticated is kept open between two requests, or while an answer is not taken. */
export const STRANGER_PATIENCE_SECONDS = 5;
/** Requests of one connection that are not answered yet. Nobody sends many ahead; Node takes any number of them. */
const MAX_OPEN = 16;
/** To send many ahead is for those who authenticated. */
const MAX_OPEN_OF_STRANGER = 2;
/** Of the heads of these requests. One may have 16 KB. */
const MAX_HEAD_BYTES = 32 * 1024;
/** Answers to strangers of one client within a second: each costs work, whatever it says. Who authenticates is none from the first answer on. */
const MAX_ANSWERED = 100;

/** The connections of a server. */
export type Connections = {
  /** A request on it authenticated: from now on it is kept like any other, in the owner's share. @returns false when there is no room in that. */
  know(socket: Socket, owner: string | null): boolean;
  /** Whether no request on it authenticated yet. */
  isStranger(socket: Socket): boolean;
  /** A stranger's request gets its answer now. */
  answerStranger(socket: Socket): void;
  /** Whether it was ended here. What had been read of it before still comes as requests. */
  isEnded(socket: Socket): boolean;
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

/** Bounds the connections of a server, in all, of a client and of an organization, and what is open on each of them. */
export function boundConnections(server: Server, limits: ConnectionLimits): Connections {
  const { most, isProxy, onRefused, refusals } = limits;
  const list = createConnectionList(most);
  const uses = new WeakMap<Socket, Use>();
  const ended = new WeakSet<Socket>();
  const answered = createClientCounts({ max: MAX_ANSWERED, windowMs: 1000 });

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
    const use: Use = { socket, network, isKnown: false, owner: null, open: new Set(), heads: 0 };
    uses.set(socket, use);
    list.add(use);
    socket.once('close', () => list.remove(use));
  });

  /** @returns why the connection is closed instead of answering one more request on it. */
  function findExcess(use: Use, network: string, bytes: number): string | null {
    const mostOpen = use.isKnown ? MAX_OPEN : MAX_OPEN_OF_STRANGER;
    if (use.open.size >= mostOpen || (use.open.size > 0 && use.heads + bytes > MAX_HEAD_BYTES)) {
      return 'Too many requests of one connection at once: it was closed';
    }
    const isOver = !use.isKnown && answered.secondsToWait(network) > 0;
    return isOver ? 'Too many requests of a client without a session: a connection was closed' : null;
  }

  function end(use: Use, message: string): void {
    const { socket, open } = use;
    const { remoteAddress: address } = socket;
    refusals.note(clientNetwork(address), { client: address, open: open.size }, message);
    ended.add(socket);
    list.remove(use);
    socket.destroy();
  }

  function hold(use: Use, response: ServerResponse, bytes: number): void {
    use.open.add(response);
    use.heads += bytes;
    response.once('close', () => {
      use.open.delete(response);
      use.heads -= bytes;
      if (!isIdle(use)) return;
      list.rest(use);
      // Node has just set the patience for everybody.
      if (isStranger(use)) use.socket.setTimeout(STRANGER_PATIENCE_SECONDS * 1000);
    });
  }

  // Before whoever answers.
  server.prependListener('request', (request, response) => {
    const use = uses.get(request.socket);
    if (!use || use.network === null || ended.has(use.socket)) return;
    const bytes = countHeadBytes(request);
    const excess = findExcess(use, use.network, bytes);
    if (excess === null) hold(use, response, bytes);
    else end(use, excess);
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
      socket.setTimeout(Math.min(STRANGER_PATIENCE_SECONDS * 1000, server.timeout));
    },
    isEnded: (socket) => ended.has(socket),
  };
}
