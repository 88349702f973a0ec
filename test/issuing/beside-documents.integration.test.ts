import { afterAll, beforeAll, expect, it } from 'vitest';
import { processBatch } from '../../src/issuing/process-batch.ts';
import { withTransaction } from '../../src/persistence/connection/database.ts';
import { listConsulted } from '../../src/persistence/remission/remission.ts';
import { issueBatch, issuingContext, postBatch } from '../support/engine.ts';
import { openTestRemission, type TestRemission } from '../support/remission.ts';

/*
 * A document may be as long as the door allows, and PostgreSQL parses the whole for one member of it. Whoever accepts, issues or sends must not ask it: here none
 * can be parsed, and everything goes on.
 */

const PERSON = '12345678Z';
let test: TestRemission;
let ids: number[];

beforeAll(async () => {
  test = await openTestRemission({ settings: { waitSeconds: 0 } });
  const batchId = await issueBatch(test.api, test.organization, 2, 'LONG', () => ({
    issuer_nif: PERSON,
    issuer_name: 'María Pérez',
  }));
  await test.remit(await test.chainOf(PERSON));
  const { rows } = await test.api.database.pool.query<{ id: number }>(
    'select id::float8 as id from issued_invoices where id / 1000 = $1 order by id',
    [batchId],
  );
  ids = rows.map(({ id }) => id);
  await withTransaction(test.api.database.pool, async (client) => {
    await client.query(`set local session_replication_role = 'replica'`);
    await client.query(`update issued_invoices set document = 'cannot be parsed'`);
  });
});
afterAll(() => test[Symbol.asyncDispose]());

async function readErrors(batchId: number): Promise<(string | null)[]> {
  const { rows } = await test.api.database.pool.query<{ error: string | null }>(
    'select processing_error as error from batch_invoices where batch_id = $1 order by id',
    [batchId],
  );
  return rows.map(({ error }) => error);
}

it('a person is known by the name of the last record', async () => {
  const batchId = await postBatch(test.api, test.organization, 2, 'NAME', (index) => ({
    issuer_nif: PERSON,
    issuer_name: index === 0 ? 'Otra Persona' : 'María Pérez',
  }));
  expect(await readErrors(batchId)).toEqual([expect.stringContaining('must be María Pérez'), null]);
});

it('an invoice that is rectified is known by its type', async () => {
  const batchId = await postBatch(test.api, test.organization, 2, 'RECT', (index) => ({
    issuer_nif: PERSON,
    issuer_name: 'María Pérez',
    invoice_type: index === 0 ? 'R1' : 'R5',
    rectified_invoice_id: ids[index]!,
  }));
  expect(await processBatch(issuingContext(test.api), batchId)).toMatchObject({ issued: 1, failed: 1 });
  expect(await readErrors(batchId)).toEqual([null, expect.stringContaining('R5')]);
});

it('messages name the issuer, and the register is asked for the month', async () => {
  const chainId = await test.chainOf(PERSON);
  test.pass(120);
  expect(await test.remit(chainId)).toMatchObject({ kind: 'sent' });
  const consulted = await listConsulted(test.pool, chainId, [1, 2]);
  expect([...consulted.values()].map(({ period }) => period)).toEqual(
    Array.from({ length: 2 }, () => expect.stringMatching(/^20\d\d-\d\d$/)),
  );
});
