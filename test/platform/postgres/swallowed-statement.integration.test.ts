import { expect, it } from 'vitest';
import { openPool } from '../../../src/platform/postgres/database.ts';
import { isDatabaseUnavailable } from '../../../src/platform/postgres/failures.ts';
import { openTestDatabase } from '../../support/database.ts';
import { openGateTo } from '../../support/tcp-gate.ts';

it('a statement that a hanging server never answers times out and counts as an outage', async () => {
  await using database = await openTestDatabase();
  await using gate = await openGateTo(database.url);
  await using opened = openPool({
    url: gate.url,
    applicationName: 'test',
    longestStatementMs: 100,
  });
  const client = await opened.pool.connect();
  gate.hold();
  const error = await client.query('select 1').catch((failure: unknown) => failure);
  client.release(error as Error);
  expect(error).toBeInstanceOf(Error);
  expect(isDatabaseUnavailable(error)).toBe(true);
}, 30_000);
