import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bodyTrees, isRightBody, writeTree } from '../accept/support/arbitrary-bodies.ts';
import { openTestApi, type TestApi } from '../support/api.ts';
import { buildBatchBody, buildInvoice } from '../support/invoices.ts';
import { errorBody } from './endpoints.ts';
import { runsOf } from '../support/long.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api[Symbol.asyncDispose]());

/** Counts all stored rows of the batches of an organization. */
async function countStored(organizationId: number): Promise<number> {
  const tables = ['batches', 'batch_bodies', 'batch_invoices', 'idempotency_records'];
  const counts = tables.map((table) => `(select count(*) from ${table} where organization_id = $1)`);
  const { rows } = await api.database.pool.query(`select (${counts.join('+')})::int as stored`, [
    organizationId,
  ]);
  return rows[0].stored;
}

const LARGE = "can't have more than 12 digits before the decimal point";
const valid = JSON.stringify(buildBatchBody(2));
const first = 'invoice_batch.invoices[0]';

/** Some of the cases of check-body.test.ts, sent through the API. */
const FAILURES: [body: string, message: string][] = [
  ['null', 'Body must be an object'],
  ['[]', 'Body must be an object'],
  ['{}', 'invoice_batch is required'],
  ['{"invoice_batch":{"invoices":[]}}', 'Batch must contain at least 1 invoice'],
  [JSON.stringify(buildBatchBody(1001)), 'Batch cannot contain more than 1000 invoices'],
  [valid.replace('{', '{"extra":1,'), 'extra is not allowed'],
  [
    valid.replace('"F"', '"a\\u0000b"'),
    'invoice_batch.external_batch_id must be well-formed Unicode without NUL',
  ],
  [valid.replace('"units":1', '"units":"1"'), `${first}.lines[0].units must be a number`],
  [valid.replace('"units":1', '"units":1e400'), `${first}.lines[0].units ${LARGE}`],
  [valid.replace('"units":1', '"units":-1e400'), `${first}.lines[0].units ${LARGE}`],
  [valid.replace('"units":1', '"__proto__":{"units":1}'), `${first}.lines[0].__proto__ is not allowed`],
  [valid.replace('"units":1', '"constructor":1'), `${first}.lines[0].constructor is not allowed`],
  ...['9007199254740992', '-9007199254740992', '1e300'].map((id): [string, string] => [
    valid.replace('"issuer_nif"', `"rectified_invoice_id":${id},"issuer_nif"`),
    `${first}.rectified_invoice_id must be a safe integer (between -9007199254740991 and 9007199254740991)`,
  ]),
  [
    valid.replaceAll('"units":1', '"units":"1"').replaceAll('"tax_rate":21', '"tax_rate":true'),
    [
      `${first}.lines[0].units must be a number`,
      `${first}.lines[0].tax_rate must be a number`,
      'invoice_batch.invoices[1].lines[0].units must be a number; and more',
    ].join('; '),
  ],
];

describe('a body with an invalid structure [B2] [B5] [B6] [B13]', () => {
  it.each(FAILURES)(
    'is refused as a whole with the places of its errors, and nothing is stored: case %#',
    async (body, message) => {
      const organization = await api.createOrganization();
      const answer = await api.post(organization.token, body);
      expect(answer.statusCode).toBe(422);
      expect(answer.json()).toEqual(errorBody('validation_failed', message));
      expect(await countStored(organization.id)).toBe(0);
    },
  );

  it('is refused even if only the last of 1000 invoices is wrong', async () => {
    const organization = await api.createOrganization();
    const body = buildBatchBody(1000);
    body.invoice_batch.invoices[999] = buildInvoice({ paid: 'yes' as unknown as boolean });
    const answer = await api.post(organization.token, body);
    expect(answer.json()).toEqual(
      errorBody('validation_failed', 'invoice_batch.invoices[999].paid must be true or false'),
    );
    expect(await countStored(organization.id)).toBe(0);
  });
});

describe('a body that is sent over a connection [B5]', () => {
  const post = async (token: string, body: string) => {
    if (!api.app.server.listening) await api.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = api.app.server.address() as AddressInfo;
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/invoice_batches`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'idempotency-key': randomUUID(),
        'content-type': 'application/json',
      },
      body,
    });
    const { error } = (await answer.json()) as { error?: { code: string; message: string } };
    return { status: answer.status, error };
  };

  const unknown = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`unknown_${index}`, index]));
  const batch = (invoice: object, more: object = {}) => ({
    invoice_batch: { invoices: [buildInvoice(), buildInvoice(invoice)], ...more },
  });

  it.each([1, 7, 8, 9, 40])('is refused for %i unknown members at any place', async (count) => {
    const { id, token } = await api.createOrganization();
    const [line] = buildInvoice().lines!;
    for (const body of [
      { ...batch({}), ...unknown(count) },
      { invoice_batch: 'x', ...unknown(count) },
      batch({}, unknown(count)),
      batch(unknown(count)),
      batch({ ...unknown(count), paid: 'no' as never }),
      batch({ ...unknown(count), number_serie: 5 as never }),
      batch({ ...unknown(count), lines: {} as never }),
      batch({ lines: [{ ...line, ...unknown(count) }] }),
      batch({ lines: [line!, { ...line, ...unknown(count), concept: 7 as never }] }),
    ]) {
      const { status, error } = await post(token, JSON.stringify(body));
      expect([status, error?.code]).toEqual([422, 'validation_failed']);
      expect(error!.message).toContain('unknown_0 is not allowed');
    }
    expect(await countStored(id)).toBe(0);
  });

  it('is accepted exactly if the documented schema accepts it', { timeout: 60_000 }, async () => {
    const { token } = await api.createOrganization();
    await fc.assert(
      fc.asyncProperty(bodyTrees(), async (tree) => {
        const { status, error } = await post(token, writeTree(tree));
        expect(isRightBody(tree) ? [201] : [400, 422]).toContain(status);
        expect(error?.message.trim()).not.toBe('');
      }),
      { numRuns: runsOf(150) },
    );
  });
});
