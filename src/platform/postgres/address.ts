import type { ClientConfig } from 'pg';
import { parseIntoClientConfig } from 'pg-connection-string';
import { listAddresses } from '../addresses/server-addresses.ts';

/**
 * Which of several hosts a connection may use: any that accepts it, one that can be written to, or
 * one that is not a standby.
 */
export type WantedServer = 'any' | 'read-write' | 'primary';

export type Host = { readonly host: string; readonly port: number };

export type DatabaseAddress = {
  /** Login, database and encryption, and the first host. */
  readonly config: ClientConfig;
  readonly hosts: readonly Host[];
  readonly wanted: WantedServer;
  /**
   * Whether each connection starts with a random host. Otherwise it starts with the host used last,
   * or with the first.
   */
  readonly isRandom: boolean;
  /**
   * Whether a pooler may give each transaction another session of the server. Startup parameters
   * and session state then have no effect.
   */
  readonly isPooled: boolean;
};

const DEFAULT_PORT = 5432;

/**
 * Reads a PostgreSQL address, which may name several hosts, and the certificate files that it
 * refers to. MikroORM reads only host and login from an address and silently ignores the rest.
 */
export function readDatabaseAddress(url: string): DatabaseAddress {
  const configs = listAddresses(url).map(parseIntoClientConfig);
  const [config] = configs as [
    ClientConfig & { target_session_attrs?: WantedServer; load_balance_hosts?: string; pgbouncer?: string },
  ];
  return {
    config,
    hosts: configs.map(({ host = 'localhost', port = DEFAULT_PORT }) => ({ host, port })),
    wanted: config.target_session_attrs ?? 'any',
    isRandom: config.load_balance_hosts === 'random',
    isPooled: config.pgbouncer === 'true',
  };
}

/**
 * Returns a function that reads the address again at each call, because the password may have
 * changed. While a certificate file is being replaced, it returns the last address that could be
 * read.
 * @throws at once if the address cannot be read now.
 */
export function followAddress(readUrl: () => string): () => DatabaseAddress {
  let last = readDatabaseAddress(readUrl());
  return () => {
    try {
      last = readDatabaseAddress(readUrl());
    } catch {
      // The file is being replaced: keep the last address.
    }
    return last;
  };
}
