import type { PoolConfig } from 'pg';
import { parseIntoClientConfig } from 'pg-connection-string';

/**
 * What an address asks for in its `sslmode` and certificate parameters. MikroORM takes host and login from the address, and would leave
 * these out without a word.
 */
export function readEncryption(url: string): Pick<PoolConfig, 'ssl'> {
  const { ssl } = parseIntoClientConfig(url);
  return ssl === undefined ? {} : { ssl };
}
