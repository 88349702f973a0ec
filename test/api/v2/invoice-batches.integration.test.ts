import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CreateBatchAnswer, ValidationAnswer } from '../../../src/contracts/v2/batch-answers.ts';
import type { InvoiceInput } from '../../../src/contracts/v2/invoice-input.ts';
import { processBatch } from '../../../src/issue/process-batch.ts';
import { changeSetting } from '../../../src/organizations/settings.ts';
import { BY_TEST, openTestApi, type TestApi, type TestOrganization } from '../../support/api.ts';
import { issuingContext } from '../../support/engine.ts';
import { buildBatchBody } from '../../support/invoices.ts';
import { buildBatchV2, buildInvoiceV2 } from '../../support/invoices-v2.ts';

let api: TestApi;
let organization: TestOrganization;
beforeAll(async () => {
  api = await openTestApi({ READ_RATE_LIMIT: 1_000_000 });
  organization = await api.createOrganization();
});
afterAll(() => api[Symbol.asyncDispose]());

const create = (body: unknown, key: string = randomUUID(), token = organization.token) =>
  api.post(token, body, { key, version: 2 });
const validate = (body: unknown, token = organization.token, query = '') =>
  api.inject({
    method: 'POST',
    url: `/api/v2/invoice_batches/validate${query}`,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    payload: JSON.stringify(body),
  });

async function created(body: unknown): Promise<CreateBatchAnswer> {
  const answer = await create(body);
  expect(answer.statusCode).toBe(201);
  return answer.json<CreateBatchAnswer>();
}

async function read<T>(sql: string, ...values: unknown[]): Promise<T[]> {
  return (await api.database.pool.query(sql, values)).rows as T[];
}

/** The members that `recipients` replaces. */
const NO_RECIPIENT = Object.fromEntries(
  Object.keys(buildInvoiceV2())
    .filter((name) => name.startsWith('recipient_'))
    .map((name) => [name, null]),
);

describe('a batch that is created through version 2', () => {
  it('is answered with the batch and both lists, which name the members by JSON pointers', async () => {
    const { data, errors, warnings } = await created(
      buildBatchV2(
        'LISTS',
        {},
        { lines: [{ concept: 'a', units: 1, unit_price: '1,5', tax_rate: 22 }], issuer_nif: 'B12345678' },
        { recipient_billing_address: null },
      ),
    );
    expect(data).toMatchObject({ external_batch_id: 'LISTS', status: 'received', invoices_count: 3 });
    expect(errors).toEqual([
      {
        index: 1,
        external_invoice_id: 'LISTS-ext-1',
        details: [
          {
            path: '/issuer_nif',
            code: 'invalid',
            message: 'Issuer NIF is not valid',
            aeat_code: 1123,
            help: '/api/v2/codes#invalid',
            rule: 'AEAT 1123',
          },
          expect.objectContaining({ path: '/lines/0/unit_price', code: 'invalid' }),
          expect.objectContaining({ path: '/lines/0/tax_rate', code: 'unknown_value', aeat_code: 1124 }),
        ],
      },
    ]);
    expect(
      warnings.map(({ index, details }) => [index, details.map(({ path, code }) => [path, code])]),
    ).toEqual([
      [0, [['/issuer_nif', 'issuer_address_missing']]],
      [
        2,
        [
          ['/recipient_billing_address', 'recipient_address_missing'],
          ['/issuer_nif', 'issuer_address_missing'],
        ],
      ],
    ]);
  });

  it('keeps its version, its metadata and its warnings, while a batch of version 1 stores none', async () => {
    const metadata = { shop: 'madrid', 'a/b~c': '"x"' };
    const { data, warnings } = await created(
      buildBatchV2('KEPT', { metadata }, {}, { metadata: { bad: '\u0000' } }, { metadata, lines: [] }),
    );
    const rows = await read<{ metadata: unknown; warnings: unknown }>(
      'select metadata, warnings from batch_invoices where batch_id = $1 order by id',
      data.id,
    );
    expect(rows.map((row) => row.metadata)).toEqual([metadata, null, null, metadata]);
    const stored = [0, 1].map((index) =>
      warnings[index]!.details.map((detail) => ({ ...detail, message_es: expect.any(String) })),
    );
    expect(rows.map((row) => row.warnings)).toEqual([...stored, null, null]);
    const old = await api.post(organization.token, buildBatchBody(1, 'OF-V1'));
    const oldId = old.json<CreateBatchAnswer>().data.id;
    expect(
      await read('select id::int as id, api_version from batches where id = any ($1) order by id', [
        data.id,
        oldId,
      ]),
    ).toEqual([
      { id: data.id, api_version: 2 },
      { id: oldId, api_version: 1 },
    ]);
    expect(await read('select metadata, warnings from batch_invoices where batch_id = $1', oldId)).toEqual([
      { metadata: null, warnings: null },
    ]);
  });

  it('is issued by its own shape, and is visible through version 1', async () => {
    const { data } = await created(
      buildBatchV2(
        'ISSUED',
        { prices_include_tax: true, operation_date: '2026-11-01' },
        {
          ...NO_RECIPIENT,
          recipients: [{ name: 'Ana', document_type: 'nif', document_number: '12345678Z' }],
          lines: [
            {
              concept: 'Camiseta',
              units: 1,
              unit_price: '100',
              tax_rate: 21,
              equivalence_surcharge_rate: '5.2',
            },
          ],
        },
      ),
    );
    await processBatch(issuingContext(api), data.id);
    const list = await api.get(organization.token, `/invoice_batches/${data.id}/batch_invoices`);
    expect(
      list
        .json<{ data: { total_after_taxes: string; processing_error: string | null }[] }>()
        .data.map(({ total_after_taxes: total, processing_error: error }) => [total, error]),
    ).toEqual([
      ['100.00', null],
      ['126.20', null],
    ]);
    expect(
      await read<{ day: string }>(
        `select to_char(operation_date, 'YYYY-MM-DD') as day from issued_invoices where id = $1`,
        data.id * 1000,
      ),
    ).toEqual([{ day: '2026-11-01' }]);
  });

  it('of version 1 with issue_date in place of operation_date becomes the same stored documents, byte for byte', async () => {
    const of1 = buildBatchBody(3, 'SAME', (index) => ({ footer_note: `Nota ${index}`, paid: index === 1 }));
    const other = await api.createOrganization();
    const first = await api.post(other.token, of1);
    const id = first.json<CreateBatchAnswer>().data.id;
    const invoices = of1.invoice_batch.invoices.map(({ operation_date: date, ...same }) => ({
      ...same,
      issue_date: date,
    }));
    const answer = await create({ invoice_batch: { ...of1.invoice_batch, invoices } });
    const { data, errors } = answer.json<CreateBatchAnswer>();
    expect(errors).toEqual([]);
    for (const batchId of [id, data.id]) await processBatch(issuingContext(api), batchId);
    const [one, two] = await Promise.all(
      [id, data.id].map((batchId) =>
        read<{ bytes: string }>(
          `select encode(sha256, 'hex') as bytes from document_blocks where batch_id = $1 order by part`,
          batchId,
        ),
      ),
    );
    expect(one).toHaveLength(1);
    expect(two).toEqual(one);
  });

  it('is left alone by a worker of an earlier version, which does not name the version of its claim', async () => {
    const { data } = await created(buildBatchV2('OLD-WORKER', {}));
    const claim = (id: number) =>
      api.workers.pool.query(
        `update batches set status = 'processing' where id = $1 and status = 'received'`,
        [id],
      );
    expect((await claim(data.id)).rowCount).toBe(0);
    const old = await api.post(organization.token, buildBatchBody(1, 'OLD-WORKER-V1'));
    expect((await claim(old.json<CreateBatchAnswer>().data.id)).rowCount).toBe(1);
    expect(await processBatch(issuingContext(api), data.id)).toMatchObject({ kind: 'issued', issued: 1 });
  });

  it('accepts issue dates more than 30 days back only while its organization is set to migrating', async () => {
    const own = await api.createOrganization();
    const body = () => buildBatchV2('MIGRATED', { issue_date: '2026-01-15' });
    const refused = (await create(body(), randomUUID(), own.token)).json<CreateBatchAnswer>();
    expect(refused.errors[0]!.details[0]).toMatchObject({ path: '/issue_date', code: 'too_old' });
    expect(await changeSetting(api.database.orm, own.id, { name: 'migrating', value: true }, BY_TEST)).toBe(
      true,
    );
    expect(await changeSetting(api.database.orm, own.id, { name: 'migrating', value: true }, BY_TEST)).toBe(
      false,
    );
    api.clock.now = new Date(api.clock.now.getTime() + 3000);
    const { data, errors } = (await create(body(), randomUUID(), own.token)).json<CreateBatchAnswer>();
    expect(errors).toEqual([]);
    expect(await processBatch(issuingContext(api), data.id)).toMatchObject({ kind: 'issued', issued: 1 });
    expect(
      await read(
        `select details from operator_acts where act = 'organization.migrating' and subject_id = $1`,
        own.id,
      ),
    ).toEqual([{ details: { migrating: true } }]);
  });
});

describe('a dry run of version 2', () => {
  it('returns the amounts of valid invoices beside the lists of a creation, and stores nothing', async () => {
    const own = await api.createOrganization();
    const invoices: InvoiceInput[] = [
      {
        prices_include_tax: true,
        total: '100.00',
        lines: [{ concept: 'Camiseta', units: 1, unit_price: '100.00', tax_rate: 21 }],
      },
      { issuer_nif: 'X' },
    ];
    const answer = await validate(buildBatchV2('DRY', ...invoices), own.token);
    expect(answer.statusCode).toBe(200);
    const { data, errors, warnings } = answer.json<ValidationAnswer>();
    expect(data).toMatchObject({ invoices_count: 2, valid_invoices_count: 1 });
    expect(data.invoices).toEqual([
      expect.objectContaining({
        index: 0,
        external_invoice_id: 'DRY-ext-0',
        totals: expect.objectContaining({ base: '82.64', tax: '17.36', total: '100.00', payable: '100.00' }),
        tax_groups: [
          expect.objectContaining({ tax_type: 'iva', tax_rate: '21', base: '82.64', tax: '17.36' }),
        ],
      }),
    ]);
    expect(await read('select from batches where organization_id = $1', own.id)).toEqual([]);
    const real = (
      await create(buildBatchV2('DRY', ...invoices), randomUUID(), own.token)
    ).json<CreateBatchAnswer>();
    expect({ errors, warnings }).toEqual({ errors: real.errors, warnings: real.warnings });
  });

  it('also reports what issuing would refuse', async () => {
    const { data } = await created(buildBatchV2('TAKEN', {}));
    await processBatch(issuingContext(api), data.id);
    const answer = await validate(buildBatchV2('TAKEN', {}));
    expect(answer.json<ValidationAnswer>()).toMatchObject({
      data: { valid_invoices_count: 0, invoices: [] },
      errors: [{ index: 0, details: [{ path: '/number_serie', code: 'duplicate' }] }],
      warnings: [],
    });
  });

  it('warns of the electronic formats that the client names and that cannot express an invoice', async () => {
    const simplified = buildBatchV2('FORMATS', {}, { ...NO_RECIPIENT, invoice_type: 'F2' });
    const { warnings } = (
      await validate(simplified, organization.token, '?documents=ubl,facturae')
    ).json<ValidationAnswer>();
    const ofFormats = warnings.flatMap(({ index, details }) =>
      details.filter(({ code }) => code === 'not_expressible').map(({ message }) => [index, message]),
    );
    expect(ofFormats).toContainEqual([
      1,
      'The format ubl cannot express the invoice: BR-07: an electronic invoice names its buyer, and type F2 is a simplified invoice',
    ]);
    expect(ofFormats).toContainEqual([
      0,
      expect.stringContaining(
        'cannot express the invoice: RD 1619/2012 art. 6.1.e: the issuer’s address is missing',
      ),
    ]);
    const peppol = await validate(simplified, organization.token, '?documents=ubl&profile=peppol');
    expect(peppol.json<ValidationAnswer>().warnings).toContainEqual(
      expect.objectContaining({
        index: 1,
        details: expect.arrayContaining([
          expect.objectContaining({ code: 'not_expressible', path: '/invoice_type', rule: 'BR-07' }),
        ]),
      }),
    );
    const spfe = await validate(simplified, organization.token, '?documents=spfe');
    expect(spfe.json<ValidationAnswer>().warnings).toContainEqual(
      expect.objectContaining({
        index: 1,
        details: expect.arrayContaining([
          expect.objectContaining({ code: 'spfe_not_concerned', path: '/invoice_type' }),
        ]),
      }),
    );
    const wrong = await validate(simplified, organization.token, '?documents=ubl,pdf');
    expect(wrong.statusCode).toBe(400);
  });

  it('gives the same answer for a large body, which threads examine in parts', async () => {
    const invoices = Array.from({ length: 650 }, (_, index) => ({
      metadata: { index: String(index) },
      ...(index % 100 === 7 ? { issuer_nif: 'X' } : {}),
    }));
    const body = buildBatchV2('LARGE', ...invoices);
    expect(JSON.stringify(body).length).toBeGreaterThan(256 * 1024);
    const { data, errors } = (await validate(body)).json<ValidationAnswer>();
    expect(data.valid_invoices_count).toBe(643);
    expect(data.invoices).toHaveLength(643);
    expect(errors.map(({ index }) => index)).toEqual([7, 107, 207, 307, 407, 507, 607]);
  });
});
