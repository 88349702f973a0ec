import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { type ApiError, apiError } from '../../contracts/api-error.ts';

/*
 * Requests with an ambiguous head are refused, because a proxy in front and this server may
 * interpret them differently. Of several headers with one of these names Node silently keeps the
 * first or joins them. Authentication checks Authorization and the route checks Idempotency-Key;
 * both refuse a repeated header.
 */
const SINGLE = new Set(['host', 'content-type', 'content-length', 'content-encoding', 'transfer-encoding']);

/** A host name, an IPv4 or an IPv6 address, with an optional port (RFC 9110, 7.2). */
const HOST = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::[0-9]{1,5})?$/i;
/** A request target in absolute form, which contains an authority (RFC 9112, 3.2.2). */
const ABSOLUTE = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i;

/**
 * Refuses requests with an ambiguous head before any other processing.
 * @throws 400
 */
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
  // Node's parser also accepts versions 0.9 and 2.0 and answers them as 1.1.
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return apiError('http_version', {});
  // RFC 9112, 6.1: an HTTP/1.0 proxy cannot determine where such a body ends.
  if (httpVersion === '1.0' && transfer !== undefined) return apiError('transfer_encoding_in_http_1_0', {});
  const seen = new Set<string>();
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!.toLowerCase();
    if (!SINGLE.has(name)) continue;
    if (seen.has(name)) return apiError('repeated_header', { name: rawHeaders[at]! });
    seen.add(name);
  }
  // RFC 9112, 3.2. Node's own answer would have no body.
  if (host === undefined) return httpVersion === '1.1' ? apiError('missing_host', {}) : null;
  if (!HOST.test(host)) return apiError('wrong_host', {});
  const authority = ABSOLUTE.exec(target)?.[1];
  if (authority !== undefined && authority.toLowerCase() !== host.toLowerCase()) {
    return apiError('two_hosts', {});
  }
  // A client must not send a fragment; the router would treat it as a query.
  return target.includes('#') ? apiError('fragment', {}) : null;
}
