import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** A connection of a server and its use. */
export type Use = {
  readonly socket: Socket;
  /** The client's network; null for a proxy, which serves many clients. */
  readonly network: string | null;
  /** Whether a request on it has authenticated. */
  isKnown: boolean;
  /** The owner for whom it last authenticated, if that owner has a share. */
  owner: string | null;
  /** The answers that are not finished: not ready, or not read by the client. */
  readonly open: Set<ServerResponse>;
  /**
   * Total bytes of the heads of their requests, which Node keeps until the answers are finished.
   */
  heads: number;
  /**
   * Bytes of the heads that arrived after the last request to be answered; null while requests are
   * answered.
   */
  bytesPast: number | null;
};

/** Returns whether a connection has no unfinished answer. */
export function isIdle({ open }: Use): boolean {
  return open.size === 0;
}

/**
 * Returns whether every open request waits for the client, either to send the rest of the request
 * or to read the answer.
 */
function isStuck({ open }: Use): boolean {
  for (const { req, writableEnded } of open) if (req.complete && !writableEnded) return false;
  return true;
}

/**
 * @returns the connection to close in favour of another one: the first idle one, or else the first
 *   that waits for its client.
 */
export function findDispensable(uses: Iterable<Use>): Use | null {
  let stuck: Use | null = null;
  for (const use of uses) {
    if (isIdle(use)) return use;
    if (stuck === null && isStuck(use)) stuck = use;
  }
  return stuck;
}

/** Returns the bytes of a request's head. */
export function countHeadBytes({ url = '', rawHeaders }: IncomingMessage): number {
  return rawHeaders.reduce((sum, text) => sum + text.length, url.length);
}
