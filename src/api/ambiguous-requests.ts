import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { type ApiError, apiError } from '../contracts/api-error.ts';

/*
 * What may mean two things is refused: a proxy in front may take the one and we the other. Node keeps the first of several headers of
 * these names, or joins them, without a word. Authorization is looked at by authentication, Idempotency-Key by its route: to both, two are
 * as good as a wrong one.
 */
const SINGLE = new Set(['host', 'content-type', 'content-length', 'content-encoding', 'transfer-encoding']);

/** A name, an IPv4 or an IPv6 address, and maybe a port (RFC 9110, 7.2). */
const HOST = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::[0-9]{1,5})?$/i;
/** A request target that brings an authority of its own (RFC 9112, 3.2.2). */
const ABSOLUTE = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i;

/** Refuses requests whose head may be read in two ways, before anything else is done with them. @throws 400 */
export function installAmbiguityCheck(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw, originalUrl }) => {
    const refusal = findAmbiguity(raw, originalUrl);
    if (refusal !== null) throw refusal;
  });
}

function findAmbiguity(
  { rawHeaders, headers: { host, 'transfer-encoding': transfer }, httpVersion }: IncomingMessage,
  target: string,
): ApiError | null {
  // Node's parser takes 0.9 and 2.0 too, and answers as if they were 1.1.
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return apiError('http_version', {});
  // RFC 9112, 6.1: a proxy of that age does not see where the body ends.
  if (httpVersion === '1.0' && transfer !== undefined) return apiError('transfer_encoding_in_http_1_0', {});
  const seen = new Set<string>();
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!.toLowerCase();
    if (!SINGLE.has(name)) continue;
    if (seen.has(name)) return apiError('repeated_header', { name: rawHeaders[at]! });
    seen.add(name);
  }
  // RFC 9112, 3.2. Node would answer without a body.
  if (host === undefined) return httpVersion === '1.1' ? apiError('missing_host', {}) : null;
  if (!HOST.test(host)) return apiError('wrong_host', {});
  const authority = ABSOLUTE.exec(target)?.[1];
  if (authority !== undefined && authority.toLowerCase() !== host.toLowerCase()) {
    return apiError('two_hosts', {});
  }
  // A fragment is the client's own; the router would take it for a query.
  return target.includes('#') ? apiError('fragment', {}) : null;
}
