import { Client } from 'pg';
import { expect, it } from 'vitest';
import { explainRefusedConnection } from '../../../src/platform/postgres/failures.ts';
import { findPoolerFault } from '../../../src/platform/postgres/pooler.ts';
import { openTestDatabase } from '../../support/database.ts';

/* Tried with the real PgBouncer in pgbouncer.long.test.ts, which must be fetched. */

it('a session that has a statement by just the name that the connection gave it is fit only where no pooler lies between', async () => {
  await using database = await openTestDatabase();
  const client = new Client({ connectionString: database.url });
  await client.connect();
  try {
    expect(await findPoolerFault(client)).toBeNull();
    // A pooler tells a connection another number than that of the session.
    Object.assign(client, { processID: 1 });
    for (let attempt = 0; attempt < 2; attempt += 1)
      expect(await findPoolerFault(client)).toMatch(
        /^the pooler passes the names .*PgBouncer 1\.21 or newer/,
      );
  } finally {
    await client.end();
  }
});

it('a parameter that a pooler refuses is named, with what to do', () => {
  const refused = Object.assign(new Error('unsupported startup parameter in options: jit'), {
    code: '08P01',
  });
  expect(explainRefusedConnection(refused)).toMatch(
    /^refuses the connection: unsupported startup parameter in options: jit\. .*pgbouncer=true/,
  );
  const other = Object.assign(new Error('invalid message'), { code: '08P01' });
  expect(explainRefusedConnection(other)).toBeNull();
});
