import { expect, it } from 'vitest';
import { openPool } from '../../../src/platform/postgres/database.ts';
import { migrate } from '../../../src/platform/postgres/migrate.ts';
import { testServerUrl } from '../../support/database.ts';

/* The server of the tests does not support TLS. A connection that requires TLS must fail. */
it.each(['require', 'verify-full', 'no-verify'])(
  'a connection with sslmode=%s fails if the server does not support TLS',
  async (mode) => {
    const url = new URL(testServerUrl());
    url.searchParams.set('sslmode', mode);
    await using database = openPool({ url: url.href, applicationName: 'test', maxConnections: 1 });
    const refusal = 'The server does not support SSL connections';
    await expect(database.pool.query('select 1')).rejects.toThrow(refusal);
    await expect(migrate(url.href)).rejects.toThrow(refusal);
  },
);
