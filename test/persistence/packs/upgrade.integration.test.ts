import { randomBytes } from 'node:crypto';
import { Migrator } from '@mikro-orm/migrations';
import { MikroORM } from '@mikro-orm/postgresql';
import { Client, type Pool } from 'pg';
import { expect, it } from 'vitest';
import { ALL_MIGRATIONS } from '../../../migrations/all-migrations.ts';
import { checkInvariants } from '../../../ops/checker/check-invariants.ts';
import { orderPacking, packRows } from '../../../src/operating/pack-rows.ts';
import { openDatabase } from '../../../src/persistence/connection/database.ts';
import { migrate } from '../../../src/persistence/migrate.ts';
import { openTestApi } from '../../support/api.ts';
import { testServerUrl } from '../../support/database.ts';
import { issueBatch } from '../../support/engine.ts';
import { readStoredDocument, unpackRows } from '../../support/literals.ts';

const BEFORE = ALL_MIGRATIONS.filter(({ name }) => name < '0036');

/** A database as the release before packs left it. */
async function openOldDatabase(resources: AsyncDisposableStack): Promise<string> {
  const name = `ibe_test_old_${randomBytes(6).toString('hex')}`;
  const server = new Client({ connectionString: testServerUrl() });
  await server.connect();
  resources.defer(() => server.end());
  await server.query(`create database ${name}`);
  resources.defer(async () => {
    await server.query(`drop database ${name} with (force)`);
  });
  const url = Object.assign(new URL(testServerUrl()), { pathname: `/${name}` }).href;
  const orm = await MikroORM.init({
    entities: [],
    discovery: { warnWhenNoEntities: false },
    clientUrl: url,
    extensions: [Migrator],
    migrations: { migrationsList: BEFORE, snapshot: false, tableName: 'migrations' },
    logger: () => {},
  });
  try {
    await orm.migrator.up();
  } finally {
    await orm.close(true);
  }
  return url;
}

/** Copies every row that an older schema has a place for. */
async function copyRows(from: Pool, url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`set session_replication_role = 'replica'`);
    const { rows: tables } = await client.query<{ name: string }>(
      `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> 'migrations'`,
    );
    for (const { name } of tables) {
      await client.query(`delete from ${name}`);
      const { rows } = await from.query<{ rows: string }>(
        `select coalesce(json_agg(t), '[]')::text as rows from ${name} t`,
      );
      await client.query(`insert into ${name} select * from json_populate_recordset(null::${name}, $1)`, [
        rows[0]!.rows,
      ]);
    }
    const { rows: sequences } = await from.query<{ name: string; last: string }>(
      `select sequencename as name, last_value as last from pg_sequences where schemaname = 'public' and last_value is not null`,
    );
    for (const { name, last } of sequences) await client.query('select setval($1, $2)', [name, last]);
  } finally {
    await client.end();
  }
}

it('a database of the release before is migrated, works on as it was, and is packed when an operator says so', async () => {
  await using resources = new AsyncDisposableStack();
  const api = resources.use(await openTestApi());
  const organization = await api.createOrganization();
  const batchId = await issueBatch(api, organization, 130, 'OLD');
  await issueBatch(api, organization, 1, 'SINGLE');
  await unpackRows(api.database.pool);
  const url = await openOldDatabase(resources);
  await copyRows(api.database.pool, url);

  expect(await migrate(url)).toEqual(ALL_MIGRATIONS.slice(BEFORE.length).map(({ name }) => name));
  const { pool } = resources.use(openDatabase({ url, applicationName: 'test', maxConnections: 4 }));
  const findBroken = async () => {
    const evidence = { registerLog: null, answers: null, api: null, logFiles: [], secrets: [] };
    return (await checkInvariants(pool, evidence)).filter(
      ({ broken, awaitsWork }) => broken > 0 && !awaitsWork,
    );
  };
  const readAll = async () => {
    const documents: string[] = [];
    for (let place = 0; place < 130; place += 1)
      documents.push(await readStoredDocument(pool, batchId * 1000 + place));
    return documents;
  };
  expect(await findBroken()).toEqual([]);
  expect((await pool.query('select from packing')).rowCount).toBe(0);
  const before = await readAll();
  expect(await packRows(pool)).toBe(0);

  expect(await orderPacking(pool, new Date(), { operator: 'operadora', reason: null })).toBe(true);
  while ((await packRows(pool)) > 0);
  expect((await pool.query('select from issued_invoices where document is not null')).rowCount).toBe(0);
  expect((await pool.query('select from registration_records where xml is not null')).rowCount).toBe(0);
  expect(await readAll()).toEqual(before);
  expect(await findBroken()).toEqual([]);
}, 60_000);
