import { compile } from '@fastify/proxy-addr';

/**
 * @param list addresses and ranges with commas between them, as `TRUSTED_PROXIES` has them.
 * @returns whether an address is one of the proxies, which have many clients behind them.
 */
export function readProxies(list: string): (address: string) => boolean {
  if (list === '') return () => false;
  const isProxy = compile(list.split(',').filter(Boolean));
  return (address) => isProxy(address, 0);
}
