import type { LookupAddress, LookupOptions } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.ts';

/** Returns all addresses of a host name. */
export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>;

/** The host name has an address to which nothing may be sent. */
class PrivateAddress extends Error {
  override name = 'PrivateAddress';
  readonly code = 'PRIVATE_ADDRESS';
}

/**
 * Opens the HTTP agent for one run to one endpoint. Each new connection resolves the name, checks
 * all of its addresses and connects to one of exactly these. There is no second lookup that could
 * return another address. A single private address is enough to refuse the connection.
 */
export function openAgent(
  url: string,
  options: { readonly allowsPrivate: boolean; readonly connections: number; readonly resolve: Resolve },
): http.Agent {
  const { allowsPrivate, connections, resolve } = options;
  const find = async (hostname: string): Promise<readonly LookupAddress[]> => {
    const found = await resolve(hostname);
    if (found.length === 0) throw new Error(`${hostname} has no address`);
    if (!allowsPrivate && !found.every(({ address }) => isPublicAddress(address)))
      throw new PrivateAddress('it points to a private or local address');
    return found;
  };
  const lookup: LookupFunction = (hostname, { all }: LookupOptions, answer) => {
    find(hostname).then(
      (found) => (all ? answer(null, [...found]) : answer(null, found[0]!.address, found[0]!.family)),
      (error: NodeJS.ErrnoException) => answer(error, all ? [] : '', 0),
    );
  };
  const settings = { keepAlive: true, maxSockets: connections, lookup };
  return new URL(url).protocol === 'http:' ? new http.Agent(settings) : new https.Agent(settings);
}
