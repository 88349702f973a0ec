import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { recordIdentity } from '../../../src/platform/postgres/lineage/restores.ts';
import { openTestApi } from '../../support/api.ts';
import { issueBatch } from '../../support/engine.ts';

const DOCUMENT = readFileSync(new URL('../../../docs/backup.md', import.meta.url), 'utf8');

it('the statement of docs/backup.md prevents a copied database from assigning ids again', async () => {
  const [, statement] = /```sql\s+(select skip_lost_ids.+;)/.exec(DOCUMENT)!;
  await using api = await openTestApi();
  const before = await api.createOrganization();
  await api.database.pool.query(statement!);
  const after = await api.createOrganization();
  expect(after.id).toBe(before.id + 1_000_001);
  const { rows } = await api.database.pool.query<{ last: number }>(
    `select last_value::int as last from pg_sequences where sequencename not like 'migrations%'`,
  );
  expect(rows.filter(({ last }) => last < 1_000_000)).toEqual([]);
});

it('a database that other tools restored is detected by its identity, and all of its chains are marked', async () => {
  await using api = await openTestApi();
  const organization = await api.createOrganization();
  for (const issuer of ['A12345674', 'B12345674'])
    await issueBatch(api, organization, 1, issuer, () => ({ issuer_nif: issuer }));
  const { pool } = api.database;
  const { now } = api.clock;
  await recordIdentity(pool, now);
  for (const change of ['timeline = timeline + 1', `system_identifier = '1'`, 'database_oid = 1']) {
    await pool.query(`update database_identities set ${change}`);
    expect(await recordIdentity(pool, now)).toBe(2);
    expect(await recordIdentity(pool, now)).toBeNull();
  }
});
