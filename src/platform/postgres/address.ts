import type { ClientConfig } from 'pg';
import { parseIntoClientConfig } from 'pg-connection-string';
import { listAddresses } from '../../contracts/server-addresses.ts';

/** Which of several servers is taken: any that lets in, one that may be written to, one that is no standby. */
export type WantedServer = 'any' | 'read-write' | 'primary';

export type Host = { readonly host: string; readonly port: number };

export type DatabaseAddress = {
  /** Login, database and encryption, and the first host. */
  readonly config: ClientConfig;
  readonly hosts: readonly Host[];
  readonly wanted: WantedServer;
  /** Whether each connection begins with another host; else with the first, or with the one that was right the last time. */
  readonly isRandom: boolean;
  /** Whether a pooler may give each transaction another session of the server: nothing can be told with the connection, or kept in it. */
  readonly isPooled: boolean;
};

const DEFAULT_PORT = 5432;

/**
 * Reads an address of PostgreSQL, which may name several hosts. Files of certificates are read, too: those that are there now.
 * MikroORM takes host and login from an address, and would leave the rest out without a word.
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
 * What reads an address anew whenever it is asked: it may have another password meanwhile. While a file of a certificate is being replaced it gives
 * what could be read last.
 * @throws at once where the address cannot be read now.
 */
export function followAddress(readUrl: () => string): () => DatabaseAddress {
  let last = readDatabaseAddress(readUrl());
  return () => {
    try {
      last = readDatabaseAddress(readUrl());
    } catch {
      // Nothing else is known.
    }
    return last;
  };
}
