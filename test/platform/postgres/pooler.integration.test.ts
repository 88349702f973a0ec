import { Client } from 'pg';
import { expect, it } from 'vitest';
import { explainRefusedConnection } from '../../../src/platform/postgres/failures.ts';
import { findPoolerFault } from '../../../src/platform/postgres/pooler.ts';
import { openTestDatabase } from '../../support/database.ts';

/* pgbouncer.long.test.ts tests the same with a real PgBouncer, which must be downloaded. */

it('findPoolerFault accepts a prepared statement that keeps its name only on a direct connection', async () => {
  await using database = await openTestDatabase();
  const client = new Client({ connectionString: database.url });
  await client.connect();
  try {
    expect(await findPoolerFault(client)).toBeNull();
    // A pooler reports another process id to a connection than that of the session.
    Object.assign(client, { processID: 1 });
    for (let attempt = 0; attempt < 2; attempt += 1)
      expect(await findPoolerFault(client)).toMatch(
        /^the pooler does not manage prepared statements.*PgBouncer 1\.21 or newer/,
      );
  } finally {
    await client.end();
  }
});

it('explainRefusedConnection names the parameter that a pooler refuses, and the remedy', () => {
  const refused = Object.assign(new Error('unsupported startup parameter in options: jit'), {
    code: '08P01',
  });
  expect(explainRefusedConnection(refused)).toMatch(
    /^refuses the connection: unsupported startup parameter in options: jit\. .*pgbouncer=true/,
  );
  const other = Object.assign(new Error('invalid message'), { code: '08P01' });
  expect(explainRefusedConnection(other)).toBeNull();
});
