import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** A connection of a server, and what it is used for. */
export type Use = {
  readonly socket: Socket;
  /** Whose it is; null: a proxy's, behind which there are many clients. */
  readonly network: string | null;
  /** Whether a request on it authenticated. */
  isKnown: boolean;
  /** For whom it authenticated last, where they have a share. */
  owner: string | null;
  /** The answers that are not over: not ready, or not taken by the client. */
  readonly open: Set<ServerResponse>;
  /** Bytes of the heads of their requests, which Node keeps as long. */
  heads: number;
  /** Bytes of the heads that came after the last request that is answered; null while requests are answered. */
  bytesPast: number | null;
};

export function isIdle({ open }: Use): boolean {
  return open.size === 0;
}

/** Whether all that is open on it waits for the client: to send the rest of a request, or to take an answer. */
function isStuck({ open }: Use): boolean {
  for (const { req, writableEnded } of open) if (req.complete && !writableEnded) return false;
  return true;
}

/** @returns what can be closed for another: the first that is idle, else the first that waits for its client. */
export function findDispensable(uses: Iterable<Use>): Use | null {
  let stuck: Use | null = null;
  for (const use of uses) {
    if (isIdle(use)) return use;
    if (stuck === null && isStuck(use)) stuck = use;
  }
  return stuck;
}

/** The bytes that a request's head takes. */
export function countHeadBytes({ url = '', rawHeaders }: IncomingMessage): number {
  return rawHeaders.reduce((sum, text) => sum + text.length, url.length);
}
