import { afterEach, beforeEach, expect, it } from 'vitest';
import type { InvoiceInput } from '../../src/contracts/v2/invoice-input.ts';
import { processBatch } from '../../src/issue/process-batch.ts';
import { findChainOfIssuer } from '../../src/remit/find-issuers.ts';
import { openTestApi, type TestApi, type TestOrganization } from '../support/api.ts';
import { issueBatch, issuingContext, postBatch } from '../support/engine.ts';
import { eventually } from '../support/eventually.ts';
import { buildBatchV2 } from '../support/invoices-v2.ts';
import { runCli } from '../support/run-cli.ts';
import { putInSii } from '../support/sii.ts';
import { putInSpfe, SPFE_ISSUER } from '../support/spfe.ts';

/* The deliveries to the SPFE that issuing freezes. Today is 2026-11-20. */

const PERSON = { recipient_document_type: 'nif', recipient_document_number: '12345678Z' } as const;

let api: TestApi;
let organization: TestOrganization;
beforeEach(async () => {
  api = await openTestApi();
  organization = await api.createOrganization();
});
afterEach(() => api[Symbol.asyncDispose]());

const read = async <Row extends object>(sql: string): Promise<Row[]> =>
  (await api.database.pool.query<Row>(sql)).rows;
const deliveries = () =>
  read<{ number: string; state: string }>(
    `select invoice_number as number, mode, channel, state, reason, missing, due_by is not null and due_by = created_at as "isDue", version
     from spfe_deliveries order by issued_invoice_id`,
  );
const issueV2 = async (series: string, ...invoices: readonly InvoiceInput[]) => {
  const { statusCode, body } = await api.post(organization.token, buildBatchV2(series, ...invoices), {
    version: 2,
  });
  expect({ statusCode, body }).toMatchObject({ statusCode: 201 });
  const { data } = JSON.parse(body) as { data: { id: number } };
  return processBatch(issuingContext(api), data.id);
};
const chainOfIssuer = () => findChainOfIssuer(api.database.pool, organization.id, SPFE_ISSUER);
const errors = () =>
  read<{ error: string | null }>(
    'select invoice_number as number, processing_error as error from batch_invoices where processing_error is not null order by id',
  );

it('an issuer that sends has a delivery of each invoice from its date on, and before and without a decision none', async () => {
  await putInSpfe(api.database.pool, { validFrom: '2026-11-20', channel: 'copy' });
  await issueBatch(api, organization, 1, 'BEFORE', () => ({ operation_date: '2026-11-19' }));
  await issueBatch(api, organization, 1, 'OTHER', () => ({ issuer_nif: 'A12345674' }));
  const result = await issueV2('V2', {}, { invoice_type: 'F2', recipient_document_number: null });
  expect(result).toMatchObject({ issued: 1, spfe: [{ chainId: await chainOfIssuer(), deliveries: 1 }] });
  await issueBatch(api, organization, 1, 'V1');
  const pending = { mode: 'send', channel: 'copy', state: 'pending', reason: null, missing: null };
  expect(await deliveries()).toEqual([
    { number: 'V2-1', ...pending, isDue: true, version: 0 },
    { number: 'V1-1', ...pending, isDue: true, version: 0 },
  ]);
});

it('an issuer that prepares has deliveries that are prepared, not concerned, unknown or of another program', async () => {
  await putInSpfe(api.database.pool, { mode: 'prepare' });
  const result = await issueV2(
    'P',
    {},
    PERSON,
    { recipient_document_number: 'P2807900B' },
    { spfe_channel: 'elsewhere' },
    { recipient_billing_postal_code: null },
  );
  expect(result).toMatchObject({ spfe: [{ chainId: await chainOfIssuer(), deliveries: 2 }] });
  expect(await errors()).toEqual([]);
  expect(await deliveries()).toMatchObject([
    { state: 'prepared', isDue: false },
    { state: 'unknown', missing: ['is_business'] },
    { state: 'not_concerned', reason: 'public_body' },
    { state: 'elsewhere', channel: 'elsewhere' },
    { state: 'prepared' },
  ]);
});

it('what is missing for sending fails an invoice before it takes a number, with the rule and what to do', async () => {
  // The decision comes after the batch was accepted.
  const batchId = await postBatch(
    api,
    organization,
    3,
    'S',
    (index) => [{}, PERSON, { recipient_billing_postal_code: null }][index]!,
  );
  await putInSpfe(api.database.pool);
  expect(await processBatch(issuingContext(api), batchId)).toMatchObject({ issued: 1, failed: 2 });
  expect(await deliveries()).toMatchObject([{ number: 'S-1', state: 'pending' }]);
  expect(await errors()).toEqual([
    {
      number: 'S-2',
      error: expect.stringContaining('whether the recipient acts as a business or professional'),
    },
    { number: 'S-3', error: expect.stringContaining('SPFE BT-53') },
  ]);
});

it("the organization's default decides about natural persons, and each change of it is an act", async () => {
  await putInSpfe(api.database.pool);
  const persons = (state: string) =>
    runCli('org', ['persons', String(organization.id), state], { DATABASE_URL: api.database.url });
  expect(await persons('no')).toMatchObject({ code: 0, err: '' });
  await issueBatch(api, organization, 1, 'NO', () => PERSON);
  expect((await persons('yes')).out).toContain('are businesses or professionals');
  expect(await persons('yes')).toMatchObject({ code: 1, err: expect.stringContaining('already') });
  await issueBatch(api, organization, 1, 'YES', () => PERSON);
  expect(await persons('unset')).toMatchObject({ code: 0 });
  await issueBatch(api, organization, 1, 'UNSET', () => PERSON);
  expect(await deliveries()).toMatchObject([
    { number: 'NO-1', state: 'not_concerned', reason: 'consumer', isDue: false },
    { number: 'YES-1', state: 'pending' },
  ]);
  expect(
    await read(`select details from operator_acts where act = 'organization.persons' order by id`),
  ).toEqual([
    { details: { areBusinesses: false } },
    { details: { areBusinesses: true } },
    { details: { areBusinesses: null } },
  ]);
});

it('an invoice of an issuer in SII has an entry and a delivery, and one without VeriFactu only a delivery', async () => {
  await putInSpfe(api.database.pool);
  await putInSii(api.database.pool);
  await issueBatch(api, organization, 1, 'SII');
  expect(await read('select invoice_number from sii_entries')).toHaveLength(1);
  const outside = await api.createOrganization('Foral SL', 'foral');
  await putInSpfe(api.database.pool, { issuerNif: 'A12345674', mode: 'prepare' });
  await issueBatch(api, outside, 1, 'F', () => ({ issuer_nif: 'A12345674' }));
  expect(await deliveries()).toMatchObject([
    { number: 'SII-1', state: 'pending' },
    { number: 'F-1', state: 'prepared' },
  ]);
});

it('a batch that is being issued while its issuer is decided to prepare is issued by the new decision', async () => {
  const { pool } = api.database;
  await issueBatch(api, organization, 1, 'A', () => ({ operation_date: '2026-11-18' }));
  const batchId = await postBatch(api, organization, 2, 'B');
  const client = await pool.connect();
  const waitFor = (count: number) =>
    eventually(async () => {
      const [row] = await read<{ count: number }>(
        `select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return row!.count >= count;
    });
  try {
    await client.query('begin');
    await client.query('select from chains where issuer_nif = $1 for no key update', [SPFE_ISSUER]);
    // Both wait for the chain: the decision first, then the batch, which was prepared without it.
    const deciding = putInSpfe(pool, { mode: 'prepare', validFrom: '2026-11-19' });
    await waitFor(1);
    const issuing = processBatch(issuingContext(api), batchId);
    await waitFor(2);
    await client.query('commit');
    await deciding;
    expect(await issuing).toMatchObject({ kind: 'issued' });
  } finally {
    client.release(true);
  }
  expect(await deliveries()).toMatchObject([
    { number: 'B-1', state: 'prepared' },
    { number: 'B-2', state: 'prepared' },
  ]);
});
