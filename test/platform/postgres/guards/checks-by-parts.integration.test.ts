import type { PoolClient } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApi, type TestApi, type TestOrganization } from '../../../support/api.ts';
import { issueBatch, postBatch } from '../../../support/engine.ts';

/*
 * The guards of the hot tables check the parts of a batch and must detect a single wrong row at any
 * position. Each case inserts a whole batch of three alternating issuers with one change, and is
 * rolled back.
 */

/** Three full parts of a batch and some rows of a fourth. */
const COUNT = 200;
const NIFS = ['B12345674', 'A58818501', 'B63272603'];
const nifOf = (position: number) => NIFS[position % NIFS.length]!;

type Row = { id: number; organization: number; nif: string };
type NewRecord = {
  chain: string;
  sequence: number;
  organization: number;
  invoice: number;
  previous: string | null;
  hash: string;
};

let api: TestApi;
let organization: TestOrganization;
let other: TestOrganization;
let batch: number;
let foreign: number;
const chains = new Map<string, string>();

beforeAll(async () => {
  api = await openTestApi();
  organization = await api.createOrganization();
  other = await api.createOrganization('Otra SL');
  batch = await postBatch(api, organization, COUNT, 'P');
  foreign = await issueBatch(api, other, 2, 'F');
  for (const nif of NIFS) {
    const { rows } = await api.database.pool.query<{ id: string }>(
      `insert into chains (organization_id, issuer_nif, installation_number, sequence) values ($1, $2, $3, 0) returning id`,
      [organization.id, nif, `guards-${nif}`],
    );
    chains.set(nif, rows[0]!.id);
  }
});
afterAll(() => api[Symbol.asyncDispose]());

const hashOf = (nif: string, sequence: number) =>
  Buffer.from(`${nif} ${sequence}`).toString('hex').toUpperCase().padEnd(64, '0');

function buildRows(): Row[] {
  return Array.from({ length: COUNT }, (_, position) => ({
    id: batch * 1000 + position,
    organization: organization.id,
    nif: nifOf(position),
  }));
}

function buildRecords(rows: readonly Row[]): NewRecord[] {
  const sequences = new Map<string, number>();
  return rows.map(({ id, organization: owner, nif }) => {
    const sequence = (sequences.get(nif) ?? 0) + 1;
    sequences.set(nif, sequence);
    return {
      chain: chains.get(nif)!,
      sequence,
      organization: owner,
      invoice: id,
      previous: sequence === 1 ? null : hashOf(nif, sequence - 1),
      hash: hashOf(nif, sequence),
    };
  });
}

/** Runs work and rolls it back. @returns `accepted`, or the error code of PostgreSQL. */
async function attempt(work: (client: PoolClient) => Promise<void>): Promise<string | undefined> {
  const client = await api.database.pool.connect();
  try {
    await client.query('begin');
    await work(client);
    return 'accepted';
  } catch (error) {
    return (error as { code?: string }).code;
  } finally {
    await client.query('rollback');
    client.release();
  }
}

const issue = (client: PoolClient, rows: readonly Row[]) =>
  client.query(
    `with rows as (select * from json_to_recordset($1) as n (id bigint, organization bigint, nif text)), packed as (
       insert into document_blocks (batch_id, organization_id, occupancy, part, codec, sha256, content)
       select id / 1000, min(organization), bit_or(1::bigint << (id % 1000 % 64)::int), id % 1000 / 64, 1, sha256(''), '' from rows group by 1, 4)
     insert into issued_invoices
       (id, organization_id, issuer_nif, invoice_number, issue_date, total, invoice_type, issuer_name, document_bytes, issued_at)
     select id, organization, nif, 'N-' || id, '2026-11-20', 1, 'F1', 'Una SL', 2, now() from rows`,
    [JSON.stringify(rows)],
  );
const register = (client: PoolClient, records: readonly NewRecord[]) =>
  client.query(
    `insert into registration_records (chain_id, sequence, organization_id, issued_invoice_id, kind, previous_hash, hash, xml, generated_at)
     select chain, sequence, organization, invoice, 'alta', previous, hash, '', now()
     from json_to_recordset($1) as n (chain bigint, sequence bigint, organization bigint, invoice bigint, previous text, hash text)`,
    [JSON.stringify(records)],
  );

/** The first, last and middle positions, and the end of a part. */
const PLACES = [0, 63, 64, 100, COUNT - 1];

describe('the guard of issued invoices', () => {
  it('accepts invoices from batch invoices that did not fail', async () => {
    expect(await attempt(async (client) => void (await issue(client, buildRows())))).toBe('accepted');
  });

  it.each(PLACES)(
    'refuses a batch whose invoice at %i failed, is of another organization or was never sent',
    async (place) => {
      const change = (changes: Partial<Row>) =>
        attempt(
          async (client) =>
            void (await issue(client, buildRows().with(place, { ...buildRows()[place]!, ...changes }))),
        );
      expect(await change({ organization: other.id })).toBe('23503');
      expect(await change({ id: batch * 1000 + COUNT + place })).toBe('23503');
      const failed = await attempt(async (client) => {
        await client.query(`update batch_invoices set processing_error = 'x' where id = $1`, [
          batch * 1000 + place,
        ]);
        await issue(client, buildRows());
      });
      expect(failed).toBe('23503');
    },
  );
});

describe('the guard of registration records', () => {
  const registerAll = (
    build: (records: NewRecord[]) => readonly (readonly NewRecord[])[],
    rows = buildRows(),
  ) =>
    attempt(async (client) => {
      await issue(client, rows);
      for (const statement of build(buildRecords(buildRows()))) await register(client, statement);
    });

  it('accepts records that continue their chains, in one or several statements and in any order', async () => {
    expect(await registerAll((records) => [records])).toBe('accepted');
    expect(await registerAll((records) => [records.slice(0, 70), records.slice(70)])).toBe('accepted');
    expect(await registerAll((records) => [records.toReversed()])).toBe('accepted');
  });

  it.each(PLACES.filter((place) => place >= NIFS.length))(
    'refuses a batch whose record at %i does not continue its chain',
    async (place) => {
      const change = (changes: (record: NewRecord) => Partial<NewRecord>) =>
        registerAll((records) => [records.with(place, { ...records[place]!, ...changes(records[place]!) })]);
      expect(await change(() => ({ previous: hashOf('none', 1) }))).toBe('23503');
      expect(await change(({ sequence }) => ({ previous: hashOf(nifOf(place), sequence) }))).toBe('23503');
      expect(await change(() => ({ previous: hashOf(nifOf(place + 1), 1) }))).toBe('23503');
      expect(await change(({ sequence }) => ({ sequence: sequence + COUNT }))).toBe('23503');
      expect(await registerAll((records) => [records.toSpliced(place, 1)])).toBe(
        place < COUNT - NIFS.length ? '23503' : 'accepted',
      );
    },
  );

  it('refuses records of a second statement that do not continue those of the first', async () => {
    const wrong = await registerAll((records) => [
      records.slice(0, 70),
      records.slice(70).with(0, { ...records[70]!, previous: hashOf('none', 1) }),
    ]);
    expect(wrong).toBe('23503');
    expect(await registerAll((records) => [records.slice(70)])).toBe('23503');
  });

  it.each(PLACES)(
    'refuses a batch whose invoice at %i is missing, of another issuer or of another organization',
    async (place) => {
      const change = (changes: Partial<NewRecord>) =>
        registerAll((records) => [records.with(place, { ...records[place]!, ...changes })]);
      expect(await registerAll((records) => [records], buildRows().toSpliced(place, 1))).toBe('23503');
      expect(
        await registerAll(
          (records) => [records],
          buildRows().with(place, { ...buildRows()[place]!, nif: nifOf(place + 1) }),
        ),
      ).toBe('23503');
      expect(await change({ invoice: foreign * 1000 })).toBe('23503');
      expect(await change({ organization: other.id })).toBe('23503');
      expect(await change({ invoice: foreign * 1000, organization: other.id })).toBe('23503');
      expect(await change({ chain: '999999' })).toBe('23503');
    },
  );
});

it('the guards never scan a whole table, even if it was small when a connection planned them', async () => {
  await using fresh = await openTestApi();
  const owner = await fresh.createOrganization();
  await issueBatch(fresh, owner, 1, 'A');
  // Each table has one page, and after `analyze` PostgreSQL knows that scanning it costs less than
  // an index.
  await fresh.database.pool.query('analyze');
  const client = await fresh.database.pool.connect();
  try {
    const pending = await postBatch(fresh, owner, 100, 'B');
    await client.query('begin');
    const before = await readScans(client);
    await issue(
      client,
      Array.from({ length: 100 }, (_, position) => ({
        id: pending * 1000 + position,
        organization: owner.id,
        nif: NIFS[0]!,
      })),
    );
    await client.query(
      `insert into registration_records (chain_id, sequence, organization_id, issued_invoice_id, kind, previous_hash, hash, xml, generated_at)
       select id, sequence + 1, organization_id, $1, 'alta', last_hash, repeat('A', 64), '', now() from chains`,
      [pending * 1000],
    );
    expect(await readScans(client)).toEqual(before);
  } finally {
    await client.query('rollback');
    client.release();
  }
});

async function readScans(client: PoolClient) {
  const { rows } = await client.query<{ table: string; scans: string }>(
    `select relname as table, seq_scan as scans from pg_stat_xact_user_tables
     where relname in ('batches', 'batch_invoices', 'issued_invoices', 'registration_records') order by 1`,
  );
  return rows;
}
