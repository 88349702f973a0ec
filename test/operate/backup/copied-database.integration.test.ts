import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { openTestApi } from '../../support/api.ts';

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
