import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addIssuerProfile } from '#src/organizations/access/organizations.ts';
import { readIssuedDocument } from '#src/platform/literals/issued-documents.ts';
import type { KeyRight } from '../../../src/contracts/codes.ts';
import type { CreateBatchAnswer } from '../../../src/contracts/v2/batch-answers.ts';
import type { ErrorBody } from '../../../src/contracts/v2/error-answer.ts';
import type { RecipientProfileView } from '../../../src/contracts/v2/recipient-profiles.ts';
import { processBatch } from '../../../src/issue/process-batch.ts';
import { buildProfile } from '../../render/support/build-invoice.ts';
import { BY_TEST, openTestApi, type TestApi, type TestOrganization } from '../../support/api.ts';
import { issueBatch, issuingContext } from '../../support/engine.ts';
import { buildBatchV2 } from '../../support/invoices-v2.ts';

const NIF = 'A12345674';
const ADDRESS = { scheme: '9920', value: 'ESA12345674' };
const DIR3 = {
  accounting_office: 'L01280796',
  managing_body: 'L01280797',
  processing_unit: 'L01280798',
  proposing_body: null,
};
const WHOLE = {
  electronic_address: ADDRESS,
  dir3: DIR3,
  buyer_reference: 'PO-2026',
  default_unit_code: 'HUR',
};
const RIGHTS: readonly KeyRight[] = ['submit', 'read', 'recipients'];

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api[Symbol.asyncDispose]());

const open = async (rights = RIGHTS): Promise<TestOrganization> => {
  const organization = await api.createOrganization('Con Perfiles SL', null, rights);
  await addIssuerProfile(api.database.orm, organization.id, 'B12345674', buildProfile(), BY_TEST);
  return organization;
};
const send = (
  { token }: TestOrganization,
  method: 'GET' | 'PUT' | 'DELETE',
  rest = '',
  payload?: object,
  headers: Record<string, string> = {},
) =>
  api.inject({
    method,
    url: `/api/v2/recipient_profiles${rest}`,
    headers: {
      authorization: `Bearer ${token}`,
      ...(payload && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(payload && { payload: JSON.stringify(payload) }),
  });
const set = async (organization: TestOrganization, payload: object, number = NIF) => {
  const answer = await send(organization, 'PUT', `/${number}`, payload);
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json<{ data: RecipientProfileView }>().data;
};
const list = async (organization: TestOrganization, query = '') =>
  (await send(organization, 'GET', query)).json<{
    data: RecipientProfileView[];
    meta: { next_cursor: string | null; has_more: boolean };
  }>();
/**
 * Issues one invoice of version 2 to the recipient with the profile.
 * @returns its stored document.
 */
const issue = async (organization: TestOrganization, number: string, changes: object = {}) => {
  const body = buildBatchV2(number, changes);
  const created = await api.post(organization.token, body, { key: randomUUID(), version: 2 });
  const { data } = created.json<CreateBatchAnswer>();
  await processBatch(issuingContext(api), data.id);
  const id = data.id * 1000;
  return { id, document: await readIssuedDocument(api.ingress.pool, organization.id, id) };
};

describe('the profile of a recipient', () => {
  it('is set, read, listed, replaced and removed, and each change is an act of the key', async () => {
    const own = await open();
    const profile = await set(own, WHOLE, 'a-1234567-4');
    expect(profile).toEqual({
      ...WHOLE,
      accounting_reference: null,
      person_name: null,
      is_business: null,
      spfe_channel: null,
      accepts_without_pdf_since: null,
      contact: null,
      document_number: NIF,
      changed_at: expect.stringMatching(/^20\d\d-/) as string,
    });
    expect((await send(own, 'GET', `/${NIF}`)).json<{ data: unknown }>().data).toEqual(profile);
    expect((await list(own)).data).toEqual([profile]);
    const replaced = await set(own, { buyer_reference: 'PO-2027' });
    expect(replaced).toMatchObject({ buyer_reference: 'PO-2027', dir3: null, default_unit_code: null });
    await set(own, { buyer_reference: 'PO-2027' });
    expect((await send(own, 'DELETE', `/${NIF}`)).statusCode).toBe(204);
    expect((await list(own)).data).toEqual([]);
    for (const method of ['GET', 'DELETE'] as const)
      expect((await send(own, method, `/${NIF}`)).statusCode).toBe(404);
    const acts = await api.database.pool.query<{ act: string; operator: string; details: object }>(
      'select act, operator, details from operator_acts where organization_id = $1 and act like $2 order by id',
      [own.id, 'recipient.%'],
    );
    expect(acts.rows.map(({ act }) => act)).toEqual([
      'recipient.change',
      'recipient.change',
      'recipient.remove',
    ]);
    expect(acts.rows[0]).toMatchObject({
      operator: expect.stringMatching(/^key:\d+$/) as string,
      details: { recipient: NIF },
    });
  });

  it('is listed by pages, the last change first', async () => {
    const own = await open();
    const numbers = ['DE123456789', 'CHE123456789', NIF];
    for (const number of numbers) await set(own, { default_unit_code: 'KGM' }, number);
    await set(own, { default_unit_code: 'HUR' }, 'DE123456789');
    const found: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof list>> = await list(
        own,
        `?limit=1${cursor === null ? '' : `&cursor=${cursor}`}`,
      );
      found.push(...page.data.map(({ document_number: number }) => number));
      cursor = page.meta.next_cursor;
    } while (cursor !== null);
    expect(found).toEqual(['DE123456789', NIF, 'CHE123456789']);
  });

  it('belongs to one organization', async () => {
    const [own, other] = [await open(), await open()];
    await set(own, WHOLE);
    expect((await send(other, 'GET', `/${NIF}`)).statusCode).toBe(404);
    expect((await send(other, 'DELETE', `/${NIF}`)).statusCode).toBe(404);
    expect((await list(other)).data).toEqual([]);
    expect((await issue(other, 'OTHER')).document.references).toBeUndefined();
  });

  it('is changed only by keys with the right to do so, and read by keys that may read', async () => {
    const own = await open(['submit', 'read']);
    expect((await send(own, 'PUT', `/${NIF}`, WHOLE)).statusCode).toBe(403);
    expect((await send(own, 'DELETE', `/${NIF}`)).statusCode).toBe(403);
    expect((await list(own)).data).toEqual([]);
    const blind = await open(['submit', 'recipients']);
    expect((await send(blind, 'GET', `/${NIF}`)).statusCode).toBe(403);
  });

  it.each([
    ['an unknown member', { iban: 'x' }, '/iban', 'unknown_member'],
    [
      'a scheme that is no code',
      { electronic_address: { scheme: 'x', value: 'y' } },
      '/electronic_address/scheme',
      'invalid',
    ],
    [
      'an address without a value',
      { electronic_address: { scheme: 'EM' } },
      '/electronic_address/value',
      'blank',
    ],
    [
      'a public body without its processing unit',
      { dir3: { ...DIR3, processing_unit: '' } },
      '/dir3/processing_unit',
      'blank',
    ],
    ['a wrong DIR3 code', { dir3: { ...DIR3, managing_body: 'l01' } }, '/dir3/managing_body', 'invalid'],
    ['a long reference', { buyer_reference: 'x'.repeat(101) }, '/buyer_reference', 'too_long'],
    ['a reference with a NUL', { buyer_reference: 'a\0' }, '/buyer_reference', 'forbidden_characters'],
    ['an unknown channel', { spfe_channel: 'fax' }, '/spfe_channel', 'unknown_value'],
    [
      'a day that does not exist',
      { accepts_without_pdf_since: '2027-02-30' },
      '/accepts_without_pdf_since',
      'invalid',
    ],
    ['a unit that is no code', { default_unit_code: 'hours' }, '/default_unit_code', 'invalid'],
    ['a number in place of a text', { default_unit_code: 5 }, '/default_unit_code', 'wrong_type'],
  ])('is refused with %s', async (_what, body, path, code) => {
    const own = await open();
    const answer = await send(own, 'PUT', `/${NIF}`, body);
    expect(answer.statusCode).toBe(422);
    expect(answer.json<ErrorBody>().error.details).toMatchObject([{ path, code }]);
    const spanish = await send(own, 'PUT', `/${NIF}`, body, { 'accept-language': 'es' });
    expect(spanish.json<ErrorBody>().error.details[0]!.message).not.toBe(
      answer.json<ErrorBody>().error.details[0]!.message,
    );
  });

  it('is refused for a number that no recipient can have', async () => {
    const own = await open();
    expect((await send(own, 'PUT', '/A12345675', WHOLE)).statusCode).toBe(400);
    expect((await send(own, 'GET', '/A12345675')).statusCode).toBe(404);
  });
});

describe('an invoice to a recipient with a profile', () => {
  it('contains the values of its time of issue, in both versions, and later changes do not reach it', async () => {
    const own = await open();
    await set(own, WHOLE);
    const first = await issue(own, 'P-1');
    expect(first.document).toMatchObject({
      recipient: { electronicAddress: ADDRESS, dir3: { accountingOffice: 'L01280796' } },
      references: { buyer: 'PO-2026' },
      lines: [{ unitCode: 'HUR' }],
    });
    const ofFirstVersion = (await issueBatch(api, own, 1, 'P1-V1')) * 1000;
    expect(await readIssuedDocument(api.ingress.pool, own.id, ofFirstVersion)).toMatchObject({
      version: 2,
      references: { buyer: 'PO-2026' },
    });
    await send(own, 'DELETE', `/${NIF}`);
    const ubl = await api.get(own.token, `/invoices/${first.id}/documents/ubl`, {}, 2);
    expect(ubl.body).toContain('<cbc:BuyerReference>PO-2026</cbc:BuyerReference>');
    expect(ubl.body).toContain('<cbc:EndpointID schemeID="9920">ESA12345674</cbc:EndpointID>');
    expect(ubl.body).toContain('unitCode="HUR"');
    const read = await api.get(own.token, `/invoices/${first.id}`, {}, 2);
    expect(read.json<{ data: { document: object } }>().data.document).toMatchObject({
      buyer_reference: 'PO-2026',
      lines: [{ unit_code: 'HUR' }],
    });
    expect((await issue(own, 'P-2')).document.references).toBeUndefined();
  });

  it('keeps what it states itself', async () => {
    const own = await open();
    await set(own, WHOLE);
    const { document } = await issue(own, 'OWN', { buyer_reference: 'MINE' });
    expect(document).toMatchObject({ references: { buyer: 'MINE' }, lines: [{ unitCode: 'HUR' }] });
  });
});
