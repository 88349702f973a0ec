import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { skipIdsOf } from '../../../src/platform/postgres/lineage/lost-ids.ts';
import { beginMonth, makePartitions } from '../../../src/platform/postgres/partitions/grow-months.ts';
import { openTestApi, type TestApi, type TestOrganization } from '../../support/api.ts';
import { issueBatch } from '../../support/engine.ts';

const TABLES = ['document_blocks', 'record_blocks'];

describe('a month of partitions', () => {
  let api: TestApi;
  let organization: TestOrganization;
  let year = 2030;
  beforeAll(async () => {
    api = await openTestApi();
    organization = await api.createOrganization();
  });
  afterAll(() => api[Symbol.asyncDispose]());
  // A month cannot begin after a later one, so that each test has its own year.
  beforeEach(() => void (year += 1));

  const read = async <T extends object>(sql: string, values: unknown[] = []) =>
    (await api.database.pool.query<T>(sql, values)).rows;
  const post = (series: string) => issueBatch(api, organization, 1, series);
  /** Begins a month as a worker does. */
  const begin = async (month: string) => {
    await makePartitions(api.workers.pool);
    return beginMonth(api.workers.pool, `${year}-${month}-17`);
  };
  const partitionOf = async (batchId: number) => {
    const [row] = await read<{ name: string }>(
      'select tableoid::regclass::text as name from document_blocks where batch_id = $1',
      [batchId],
    );
    return row!.name;
  };

  it('has its own range of ids and its own partitions', async () => {
    const before = await post('A');
    expect(await begin('02')).toBe(true);
    const within = await issueBatch(api, organization, 3, 'B');
    expect(await begin('03')).toBe(true);
    const after = await post('C');
    const months = await read<{ month: string; first: number }>(
      `select month::text, first_batch_id::float8 as first from months where month >= $1 order by month`,
      [`${year}-01-01`],
    );
    expect(months.map(({ month }) => month)).toEqual([`${year}-02-01`, `${year}-03-01`]);
    expect(before).toBeLessThan(months[0]!.first);
    expect(within).toBe(months[0]!.first);
    expect(after).toBe(months[1]!.first);
    const names = await Promise.all([before, within, after].map(partitionOf));
    expect(new Set(names).size).toBe(3);
    expect(names[1]).toBe(`partitions.document_blocks_${within}`);
    for (const table of TABLES)
      expect(
        await read(`select tableoid::regclass::text as name from ${table} where batch_id = $1`, [within]),
      ).toEqual([{ name: `partitions.${table}_${within}` }]);
  });

  it('begins once, even if several workers begin it at the same time', async () => {
    const begun = await Promise.all(['04', '04', '04', '04'].map(begin));
    expect(begun.filter(Boolean)).toHaveLength(1);
    expect(await begin('04')).toBe(false);
  });

  it('cannot begin after a later month, even with a wrong clock', async () => {
    expect(await begin('06')).toBe(true);
    expect(await begin('05')).toBe(false);
    expect(await beginMonth(api.workers.pool, '1999-12-31')).toBe(false);
  });

  it('uses no ids if no batch is accepted in it', async () => {
    await post('D');
    await begin('07');
    await begin('08');
    await begin('09');
    const months = await read<{ first: number }>(
      'select distinct first_batch_id::float8 as first from months where month >= $1',
      [`${year}-07-01`],
    );
    expect(months).toHaveLength(1);
    expect(await post('E')).toBe(months[0]!.first);
  });

  it('can begin while batches arrive: each is accepted, issued and stored in the partition of its id', async () => {
    const series = Array.from({ length: 40 }, (_, index) => `F${index}`);
    const [ids] = await Promise.all([Promise.all(series.map(post)), begin('10').then(() => begin('11'))]);
    expect(new Set(ids).size).toBe(series.length);
    expect(await read('select from document_blocks where batch_id = any ($1)', [ids])).toHaveLength(40);
  });

  it('can only be begun by workers', async () => {
    await expect(beginMonth(api.ingress.pool, `${year}-12-01`)).rejects.toMatchObject({ code: '42501' });
  });

  it('gets new partitions before its ids run out, even from several workers at once', async () => {
    const end = async (table: string) =>
      (await read<{ end: number }>(`select partitions_end($1::regclass)::float8 as end`, [table]))[0]!.end;
    await makePartitions(api.workers.pool);
    expect(await makePartitions(api.workers.pool)).toBe(false);
    for (const sequence of ['batches_id_seq', 'render_batches_id_seq']) {
      const table = sequence === 'render_batches_id_seq' ? 'render_batches' : 'document_blocks';
      await read(`select setval('${sequence}', $1)`, [(await end(table)) - 2]);
    }
    const made = await Promise.all(
      [api.workers, api.workers, api.workers, api.workers].map(({ pool }) => makePartitions(pool)),
    );
    expect(made).toContain(true);
    expect(await makePartitions(api.workers.pool)).toBe(false);
    const ids = [await post('G'), await post('H'), await post('I')];
    expect(ids[2]! - ids[0]!).toBe(2);
    expect(new Set(await Promise.all(ids.map(partitionOf))).size).toBe(2);
    const ends = await Promise.all(TABLES.map(end));
    expect(new Set(ends).size).toBe(1);
  });

  it('has partitions for ids that are skipped after a loss', async () => {
    const before = await post('J');
    await skipIdsOf(api.workers.pool, 'a lost disk');
    const after = await issueBatch(api, organization, 1, 'K');
    expect(after).toBeGreaterThan(before + 999_999);
  });

  it('has partitions that no login can access except through their table', async () => {
    const [row] = await read<{ name: string }>(
      `select oid::regclass::text as name from pg_class where relnamespace = 'partitions'::regnamespace and relname = 'document_blocks_0'`,
    );
    for (const { pool } of [api.ingress, api.workers])
      await expect(pool.query(`select from ${row!.name}`)).rejects.toMatchObject({ code: '42501' });
    await expect(read(`delete from ${row!.name}`)).rejects.toMatchObject({ code: '23001' });
    await expect(read('truncate document_blocks')).rejects.toMatchObject({ code: '23001' });
  });
});
