import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addIssuerProfile } from '#src/organizations/access/organizations.ts';
import { processBatch } from '../../../src/issue/process-batch.ts';
import type { IssuerProfile } from '../../../src/contracts/issuer-profile.ts';
import { buildProfile } from '../../render/support/build-invoice.ts';
import { BY_TEST, openTestApi, type TestApi, type TestOrganization } from '../../support/api.ts';
import { issuingContext } from '../../support/engine.ts';
import { buildBatchV2 } from '../../support/invoices-v2.ts';

const RECIPIENT = {
  name: 'Construcciones Ejemplo, S.A.',
  document_type: 'nif',
  document_number: 'A12345674',
  address: 'Calle Mayor 1',
  postal_code: '41001',
  city: 'Sevilla',
};

/** The recipient is in the list, and not in the members of version 1. */
const IN_LIST = {
  recipient_legal_name: null,
  recipient_document_type: null,
  recipient_document_number: null,
  recipient_billing_address: null,
  recipient_billing_postal_code: null,
  recipient_billing_city: null,
};

let api: TestApi;
let organization: TestOrganization;
beforeAll(async () => {
  api = await openTestApi();
  organization = await api.createOrganization();
  await addIssuerProfile(api.database.orm, organization.id, 'B12345674', buildProfile(), BY_TEST);
});
afterAll(() => api[Symbol.asyncDispose]());

/** Issues a batch of one invoice of version 2. @returns the id of the invoice. */
async function issue(prefix: string, changes: object): Promise<number> {
  const body = buildBatchV2(prefix, { ...IN_LIST, ...changes });
  const created = await api.post(organization.token, body, { version: 2 });
  const batchId = created.json<{ data: { id: number } }>().data.id;
  await processBatch(issuingContext(api), batchId);
  return batchId * 1000;
}
const download = (id: number) =>
  api.get(organization.token, `/invoices/${id}/documents/ubl?profile=spfe`, {}, 2);

describe('the UBL of an invoice for the public solution of AEAT', () => {
  it('has the address in the QR code of its record, and the same bytes each time, also in the ZIP of its batch', async () => {
    const id = await issue('SPFE', { recipients: [RECIPIENT] });
    const answer = await download(id);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([
      200,
      'application/xml; charset=utf-8',
    ]);
    const { rows } = await api.database.pool.query<{ url: string }>(
      'select qr_url as url from issued_invoices where id = $1',
      [id],
    );
    expect(answer.body).toContain('urn:aeat.es:spfe:1.0.0:extended');
    expect(answer.body).toContain(`<cbc:UUID>${rows[0]!.url.replaceAll('&', '&amp;')}</cbc:UUID>`);
    expect((await download(id)).headers.etag).toBe(answer.headers.etag);
    const zip = await api.get(
      organization.token,
      `/invoice_batches/${id / 1000}/documents?format=ubl&profile=spfe`,
      {},
      2,
    );
    // The files of the ZIP are stored as they are if they are short, so only the whole is compared.
    expect([zip.statusCode, zip.headers['content-type']]).toEqual([200, 'application/zip']);
  });

  it('is refused with the term that it lacks, the member that decides it and the formats that can', async () => {
    const id = await issue('LACK', { recipients: [{ ...RECIPIENT, address: null }] });
    const refused = await download(id);
    expect([refused.statusCode, refused.json()]).toMatchObject([
      422,
      {
        error: {
          message: expect.stringContaining(
            'Formats that can express this invoice: ubl (profile=cen)',
          ) as string,
          details: [{ path: '/recipients/0/address', code: 'not_expressible', rule: 'SPFE BT-50' }],
        },
      },
    ]);
  });

  it('does not exist in version 1', async () => {
    const id = await issue('ONE', { recipients: [RECIPIENT] });
    const answer = await api.get(
      organization.token,
      `/batch_invoices/${id}/documents/ubl?profile=spfe`,
      {},
      1,
    );
    expect(answer.statusCode).toBe(400);
  });

  it('has the authorisations that the profile of its issuer had when it was issued, unless it states others', async () => {
    const ofProfile = (billingAuthorisations: NonNullable<IssuerProfile['billingAuthorisations']> | null) =>
      addIssuerProfile(
        api.database.orm,
        organization.id,
        'B12345674',
        buildProfile({ billingAuthorisations }),
        BY_TEST,
      );
    const aut = async (id: number) =>
      /<cbc:ID>AUT<\/cbc:ID><cbc:UUID>([^<]*)/.exec((await download(id)).body)?.[1];
    await ofProfile([{ number: 'RGE-1', description: null }]);
    const first = await issue('AUT-1', { recipients: [RECIPIENT] });
    const own = await issue('AUT-2', {
      recipients: [RECIPIENT],
      billing_authorisations: [{ number: 'RGE-9' }],
    });
    await ofProfile(null);
    const last = await issue('AUT-3', { recipients: [RECIPIENT] });
    expect([await aut(first), await aut(own), await aut(last)]).toEqual(['RGE-1', 'RGE-9', undefined]);
  });

  it('has the members of an invoice that only it states', async () => {
    const id = await issue('MORE', {
      issuer_nif: 'B12345674',
      recipients: [{ ...RECIPIENT, is_business: true }],
      paid: true,
      payment: { means: 'cash', paid_on: '2026-11-20' },
      issue_date: '2026-11-20',
      billing_authorisations: [{ number: 'RGE-17', description: 'Datos de la factura' }],
      spfe_channel: 'copy',
      charges: [{ reason: 'Envases de plástico', amount: '4.50', tax_rate: 21, tax_code: 'IEP' }],
      reimbursable_expenses: [
        { description: 'Tasa registral', amount: '30.00' },
        { description: 'Provisión devuelta', amount: '-5.00' },
      ],
      lines: [
        {
          concept: 'Imagen',
          units: 1,
          unit_price: 100,
          tax_rate: 21,
          income_tax_withholding_rate: 24,
          withholding_concept: '09',
        },
      ],
    });
    const { body } = await download(id);
    for (const text of [
      '<cbc:ID>AUT</cbc:ID><cbc:UUID>RGE-17</cbc:UUID>',
      '<cac:TaxScheme><cbc:TaxTypeCode>IEP</cbc:TaxTypeCode></cac:TaxScheme>',
      '<cbc:PaidDate>2026-11-20</cbc:PaidDate>',
      '<cbc:TaxTypeCode>09</cbc:TaxTypeCode>',
      '<cbc:ID>SUPL</cbc:ID><cbc:TaxInclusiveLineExtensionAmount currencyID="EUR">30.00<',
      '<cbc:ID>MINO</cbc:ID><cbc:TaxInclusiveLineExtensionAmount currencyID="EUR">-5.00<',
    ])
      expect(body).toContain(text);
    const read = await api.get(organization.token, `/invoices/${id}`, {}, 2);
    expect(read.json()).toMatchObject({
      data: {
        document: {
          recipients: [{ is_business: true }],
          payment: { paid_on: '2026-11-20' },
          charges: [{ tax_code: 'IEP' }],
          billing_authorisations: [{ number: 'RGE-17' }],
          spfe_channel: 'copy',
          reimbursable_expenses: [{ amount: '30.00' }, { amount: '-5.00' }],
          lines: [{ withholding_concept: '09' }],
        },
      },
    });
  });
});
