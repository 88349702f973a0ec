import { compile } from '@fastify/proxy-addr';

/**
 * Reads the list of trusted proxies.
 * @param list comma-separated addresses and ranges, as in `TRUSTED_PROXIES`.
 * @returns a function that returns whether an address is a proxy, which serves many clients.
 */
export function readProxies(list: string): (address: string) => boolean {
  if (list === '') return () => false;
  const isProxy = compile(list.split(',').filter(Boolean));
  return (address) => isProxy(address, 0);
}
