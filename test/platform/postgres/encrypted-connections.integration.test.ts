import { expect, it } from 'vitest';
import { openPool } from '../../../src/platform/postgres/database.ts';
import { migrate } from '../../../src/platform/postgres/migrate.ts';
import { testServerUrl } from '../../support/database.ts';

/* The server of the tests speaks no TLS: who insists on it must not be connected without. */
it.each(['require', 'verify-full', 'no-verify'])('sslmode=%s is never dropped silently', async (mode) => {
  const url = new URL(testServerUrl());
  url.searchParams.set('sslmode', mode);
  await using database = openPool({ url: url.href, applicationName: 'test', maxConnections: 1 });
  const refusal = 'The server does not support SSL connections';
  await expect(database.pool.query('select 1')).rejects.toThrow(refusal);
  await expect(migrate(url.href)).rejects.toThrow(refusal);
});
