import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkInvariants } from '../../ops/checker/check-invariants.ts';
import { orderPacking, packRows } from '../../src/operating/pack-rows.ts';
import { correctInvoice } from '../../src/operating/correct-invoice.ts';
import { openDatabase, withTransaction } from '../../src/persistence/connection/database.ts';
import { readExportedRecords } from '../../src/persistence/read/chains.ts';
import { readPacking } from '../../src/persistence/packs/packing.ts';
import { ANY_LENGTH, listUnrendered } from '../../src/persistence/rendering/rendering.ts';
import { issueBatch } from '../support/engine.ts';
import { unpackRows } from '../support/literals.ts';
import { openTestRemission, type TestRemission } from '../support/remission.ts';

/* A database of the release before: every document and record stands in its row, those of the oldest without what stands beside it today. */
describe('packing rows of before', () => {
  let test: TestRemission;
  let batches: number[];

  beforeAll(async () => {
    test = await openTestRemission();
    batches = [
      await issueBatch(test.api, test.organization, 1, 'ONE'),
      await issueBatch(test.api, test.organization, 150, 'MANY'),
      await issueBatch(test.api, test.organization, 600, 'MORE'),
    ];
    for (const { id } of await test.read<{ id: string }>('select id from chains order by id'))
      while ((await test.remit(Number(id))).kind === 'sent') test.pass(70);
    await correctInvoice(test.correcting(), {
      invoiceId: batches[1]! * 1000 + 70,
      wish: 'annul',
      reason: 'Por error',
      operator: 'operadora',
    });
    await becomeOld();
  }, 120_000);
  afterAll(() => test[Symbol.asyncDispose]());

  async function becomeOld(): Promise<void> {
    await unpackRows(test.api.database.pool);
    await asIntruder(
      'delete from packing',
      `update issued_invoices set invoice_type = null, issuer_name = null, operation_date = null where id % 3 = 0`,
    );
  }

  async function asIntruder(...statements: string[]): Promise<void> {
    await withTransaction(test.api.database.pool, async (client) => {
      await client.query(`set local session_replication_role = 'replica'`);
      for (const sql of statements) await client.query(sql);
    });
  }

  async function start(): Promise<boolean> {
    const { url } = test.api.database;
    await using operators = openDatabase({ url, applicationName: 'test', role: 'operator' });
    return await orderPacking(operators.pool, test.api.clock.now, { operator: 'operadora', reason: null });
  }
  const pool = () => test.api.workers.pool;
  async function packAll(): Promise<number> {
    let turns = 0;
    while ((await packRows(pool())) > 0) turns += 1;
    return turns;
  }
  const countInRows = () =>
    test.read<{ documents: string; records: string }>(
      `select (select count(*) from issued_invoices where document is not null) as documents,
              (select count(*) from registration_records where xml is not null) as records`,
    );
  async function readEverything() {
    const exported: unknown[] = [];
    const year = { from: '2000-01-01', to: '2099-12-31' };
    for await (const page of readExportedRecords(pool(), test.organization.id, 'B12345674', year))
      exported.push(page);
    const printed = [];
    for (const batchId of batches)
      printed.push((await listUnrendered(pool(), batchId, 0, 999, ANY_LENGTH)).printable);
    const beside = await test.read(
      `select id, coalesce(invoice_type, document::json ->> 'type') as type from issued_invoices order by id`,
    );
    return { exported, printed, beside };
  }
  const findBroken = async () =>
    (
      await checkInvariants(test.pool, {
        registerLog: null,
        answers: null,
        api: null,
        logFiles: [],
        secrets: [],
      })
    ).filter(({ broken, awaitsWork }) => broken > 0 && !awaitsWork);

  it('waits for an operator’s word: until then literals stand in their rows, those of new batches too', async () => {
    expect(await readPacking(pool(), 9)).toBeNull();
    expect(await packRows(pool())).toBe(0);
    await issueBatch(test.api, test.organization, 2, 'BEFORE');
    expect(await countInRows()).toEqual([{ documents: '753', records: '754' }]);
    await expect(
      pool().query('select empty_packed_documents($1, $2)', [[batches[0]], [0]]),
    ).rejects.toMatchObject({ code: '23001' });
  });

  it('changes nothing that anybody reads, in turns of which each is whole, and the checker is content', async () => {
    const before = await readEverything();
    expect(await start()).toBe(true);
    expect(await start()).toBe(false);
    expect(await readPacking(pool(), 9999)).toMatchObject({ left: 753 });
    expect(await packRows(pool())).toBeGreaterThan(0);
    expect(await readEverything()).toEqual(before);
    expect(await findBroken()).toEqual([]);
    // Two at once: one of them does it.
    await Promise.all([packRows(pool()), packRows(pool())]);
    await packAll();
    expect(await readEverything()).toEqual(before);
    expect(await findBroken()).toEqual([]);
    expect(await readPacking(pool(), 9999)).toMatchObject({ left: 0 });
    // Only the correction stands in its row.
    expect(await countInRows()).toEqual([{ documents: '0', records: '1' }]);
    expect(await test.read('select from issued_invoices where invoice_type is null')).toEqual([]);
    await issueBatch(test.api, test.organization, 2, 'AFTER');
    expect(await countInRows()).toEqual([{ documents: '0', records: '1' }]);
  }, 60_000);

  it('ends what workers of the versions before do: the function that they ask says that it is not their database', async () => {
    const ask = (name: string) => test.read<{ known: boolean }>(`select ${name}(null) as known`);
    expect(await ask('is_known_database')).toEqual([{ known: false }]);
    expect(await ask('is_database_in_use')).toEqual([{ known: true }]);
    await asIntruder('delete from packing');
    expect(await ask('is_known_database')).toEqual([{ known: true }]);
    await start();
  });

  it('lets an invoice be corrected that was packed', async () => {
    const invoiceId = batches[2]! * 1000 + 599;
    const order = { invoiceId, wish: 'annul', reason: 'Por error', operator: 'operadora' } as const;
    expect(await correctInvoice(test.correcting(), order)).toMatchObject({ kind: 'anulacion' });
    expect(await findBroken()).toEqual([]);
  });

  describe('is refused by the database itself', () => {
    beforeEach(becomeOld);

    const empty = (pack: string, then = 'select empty_packed_documents($1, $2)') =>
      withTransaction(pool(), async (client) => {
        await client.query(pack);
        return client.query(then, [[batches[0]], [0]]);
      });
    const insert = (sha256: string, positions = 1) => `
      insert into document_packs (batch_id, organization_id, positions, part, codec, sha256, content)
      values (${batches[0]}, ${test.organization.id}, ${positions}, 0, 1, ${sha256}, '')`;
    const right =
      () => `(select sha256('\\x00010000'::bytea || int4send(octet_length(document)) || convert_to(document, 'UTF8'))
      from issued_invoices where id = ${batches[0]! * 1000})`;

    it('where the pack is another one, holds others, or was there before', async () => {
      await start();
      await expect(empty('select')).rejects.toMatchObject({ code: '23001' });
      await expect(empty(insert(`sha256('x')`))).rejects.toMatchObject({ code: '23001' });
      await expect(empty(insert(right(), 3))).rejects.toMatchObject({ code: '23001' });
      await pool().query(insert(right()));
      await expect(empty('select')).rejects.toMatchObject({ code: '23001' });
      await asIntruder('delete from document_packs');
      // The same with the right one passes: it is what was wrong with the others. Taken back, since nobody could unpack it.
      await expect(
        empty(insert(right()), 'select 1 / (empty_packed_documents($1, $2) - 1)'),
      ).rejects.toMatchObject({ code: '22012' });
    });

    it('where somebody changes a row in another way', async () => {
      await start();
      for (const sql of [
        'update issued_invoices set document = null',
        'update issued_invoices set document_bytes = 1',
        'update registration_records set xml = null',
      ]) {
        await expect(test.api.database.pool.query(sql)).rejects.toMatchObject({ code: '23001' });
        await expect(pool().query(sql)).rejects.toMatchObject({ code: '42501' });
      }
    });
  });
});
