import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { InvoiceInput } from '../../src/contracts/v2/invoice-input.ts';
import { changeAsOperator } from '#src/organizations/recipients/recipient-profiles.ts';
import { BY_TEST, openTestApi, type TestApi, type TestOrganization } from '../support/api.ts';
import { buildBatchV2 } from '../support/invoices-v2.ts';
import { putInSpfe } from '../support/spfe.ts';

/* What acceptance and the dry run say of invoices whose issuer delivers to the SPFE. */

const PERSON = { recipient_document_type: 'nif', recipient_document_number: '12345678Z' } as const;
const WITHOUT_POSTAL_CODE = { recipient_billing_postal_code: null };

let api: TestApi;
let organization: TestOrganization;
beforeEach(async () => {
  api = await openTestApi();
  organization = await api.createOrganization();
  // Acceptance notices decisions within two seconds.
  api.clock.now = new Date(api.clock.now.getTime() + 3000);
});
afterEach(() => api[Symbol.asyncDispose]());

type Detail = { readonly path: string; readonly code: string; readonly rule?: string };
type Remarks = readonly { readonly index: number; readonly details: readonly Detail[] }[];
const tell = (details: readonly Detail[] | null | undefined) =>
  (details ?? []).map(({ path, code, rule = '' }) => `${path} | ${code} | ${rule}`);

/** Validates a batch, and returns the remarks of each invoice. */
async function validate(invoices: readonly InvoiceInput[], query = '') {
  const { body } = await api.inject({
    method: 'POST',
    url: `/api/v2/invoice_batches/validate${query}`,
    headers: { authorization: `Bearer ${organization.token}`, 'content-type': 'application/json' },
    payload: JSON.stringify(buildBatchV2('V', ...invoices)),
  });
  const { errors, warnings } = JSON.parse(body) as { errors: Remarks; warnings: Remarks };
  const of = (remarks: Remarks, place: number) => tell(remarks.find(({ index }) => index === place)?.details);
  return invoices.map((_invoice, place) => ({ errors: of(errors, place), warnings: of(warnings, place) }));
}

/** Creates a batch, and returns what is stored of its invoices. */
async function accept(invoices: readonly InvoiceInput[]) {
  const { statusCode, body } = await api.post(organization.token, buildBatchV2('A', ...invoices), {
    version: 2,
  });
  expect({ statusCode, body }).toMatchObject({ statusCode: 201 });
  const { rows } = await api.database.pool.query<{
    error: string | null;
    warnings: readonly Detail[] | null;
  }>('select processing_error as error, warnings from batch_invoices order by id');
  return rows.map(({ error, warnings }) => ({ error, warnings: tell(warnings) }));
}

describe('an issuer that sends', () => {
  beforeEach(() => putInSpfe(api.database.pool));

  it('learns from the dry run and at acceptance what could not be sent', async () => {
    const invoices = [{}, PERSON, WITHOUT_POSTAL_CODE];
    expect(await validate(invoices)).toEqual([
      { errors: [], warnings: [] },
      { errors: ['/recipients/0/is_business | blank | RD 238/2026 art. 3'], warnings: [] },
      { errors: [expect.stringMatching(/ \| blank \| SPFE BT-53$/)], warnings: [] },
    ]);
    expect(await accept(invoices)).toMatchObject([
      { error: null },
      { error: expect.stringContaining('whether the recipient acts as a business or professional') },
      { error: expect.stringContaining('SPFE BT-53') },
    ]);
  });

  it('may leave to the profile of a recipient, or to the setting of its organization, whether a person is a business', async () => {
    await changeAsOperator(api.database.pool, organization.id, '12345678Z', { isBusiness: true }, BY_TEST);
    const other = { ...PERSON, recipient_document_number: '00000000T' };
    expect(await validate([PERSON, other])).toMatchObject([
      { errors: [] },
      { errors: ['/recipients/0/is_business | blank | RD 238/2026 art. 3'] },
    ]);
    await api.database.pool.query('update organizations set persons_are_businesses = false');
    expect(await accept([PERSON, other])).toMatchObject([{ error: null }, { error: null }]);
  });
});

it('an issuer that prepares gets the same as warnings, each once', async () => {
  await putInSpfe(api.database.pool, { mode: 'prepare' });
  const invoices = [{}, PERSON, WITHOUT_POSTAL_CODE];
  const expected = [
    [],
    ['/recipients/0/is_business | spfe_concern_unknown | RD 238/2026 art. 3'],
    [expect.stringMatching(/ \| not_expressible \| SPFE BT-53$/)],
  ];
  const told = await validate(invoices);
  expect(told).toMatchObject(expected.map((warnings) => ({ errors: [], warnings })));
  expect(await validate(invoices, '?documents=spfe')).toEqual(told);
  expect(await accept(invoices)).toEqual(expected.map((warnings) => ({ error: null, warnings })));
});

it('an issuer whose date is later learns nothing of the SPFE', async () => {
  await putInSpfe(api.database.pool, { validFrom: '2027-10-06' });
  const silent = { errors: [], warnings: [] };
  expect(await validate([PERSON, WITHOUT_POSTAL_CODE])).toEqual([silent, silent]);
});
