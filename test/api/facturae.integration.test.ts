import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiVersion } from '../../src/contracts/codes.ts';
import type { ErrorBody } from '../../src/contracts/v2/error-answer.ts';
import { API_FORMS } from '../../src/api/versions.ts';
import { verifySignature } from '../domain/support/verify-signature.ts';
import { openTestApi, type TestApi, type TestOrganization } from '../support/api.ts';
import { issueBatch, postBatch } from '../support/engine.ts';
import { eventually } from '../support/eventually.ts';
import { issueInvoice } from '../support/pdfs.ts';
import { openTestSigning, type TestSigning } from '../support/signing.ts';
import { errorBody } from './endpoints.ts';

let test: TestSigning;
let organization: TestOrganization;
beforeAll(async () => {
  test = await openTestSigning();
  organization = await test.createIssuer('Firmante SL');
  await test.addCertificate(organization);
  test.work();
});
afterAll(() => test[Symbol.asyncDispose]());

const PATHS = { 1: '/batch_invoices', 2: '/invoices' } as const;
type Asked = {
  readonly of?: TestOrganization;
  readonly headers?: Record<string, string>;
  readonly version?: ApiVersion;
  readonly api?: TestApi;
};
const download = (id: number, { of = organization, headers = {}, version = 1, api = test.api }: Asked = {}) =>
  api.get(of.token, `${PATHS[version]}/${id}/documents/facturae`, headers, version);
const messageOf = async (answer: ReturnType<typeof download>) => {
  const given = await answer;
  const { code, message } = given.json<ErrorBody>().error;
  return [given.statusCode, code, message, given.headers['retry-after']];
};

describe('the download of a signed Facturae', () => {
  it.each([1, 2] as const)(
    'signs it at the first request of version %i, and later has the same bytes',
    async (version) => {
      const id = await issueInvoice(test.api, organization, `F/2026 ${version}`);
      const first = await download(id, { version });
      expect(first.statusCode).toBe(200);
      expect(first.headers).toMatchObject({
        'content-type': 'application/xml; charset=utf-8',
        'content-disposition': `attachment; filename="F-2026-${version}.xsig"`,
        'cache-control': 'private, max-age=0, must-revalidate',
        etag: expect.stringMatching(/^"[0-9a-f]{64}"$/),
      });
      expect(verifySignature(first.body, test.authority.chain[0])).toBe(3);
      for (const other of [1, 2] as const) {
        const again = await download(id, { version: other });
        expect(again.rawPayload.equals(first.rawPayload)).toBe(true);
        expect(again.headers.etag).toBe(first.headers.etag);
      }
    },
  );

  it('is answered with 304 if the client has the file, and HEAD has its headers', async () => {
    const id = await issueInvoice(test.api, organization, 'F-HEAD');
    const { headers, rawPayload } = await download(id);
    const same = await download(id, { headers: { 'if-none-match': `"x", W/${headers.etag!}` } });
    expect([same.statusCode, same.rawPayload.length, same.headers.etag]).toEqual([304, 0, headers.etag]);
    const head = await test.api.inject({
      method: 'HEAD',
      url: `${API_FORMS[2].prefix}/invoices/${id}/documents/facturae`,
      headers: { authorization: `Bearer ${organization.token}` },
    });
    expect([head.statusCode, head.rawPayload.length, head.headers.etag]).toEqual([200, 0, headers.etag]);
    expect(head.headers['content-length']).toBe(String(rawPayload.length));
  });

  it('leaves one file if several requests ask at the same time', async () => {
    const id = await issueInvoice(test.api, organization, 'F-RACE');
    const answers = await Promise.all([download(id), download(id), download(id, { version: 2 })]);
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect(await test.countFiles(id)).toBe(1);
  });

  it('signs several invoices of an organization that are asked for at the same time', async () => {
    const batchId = await issueBatch(test.api, organization, 5, 'F-MANY');
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_none, position) => download(batchId * 1000 + position)),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200]);
  });

  it('is the same after an annulment, which a header states', async () => {
    const id = await issueInvoice(test.api, organization, 'F-ANNULLED');
    const before = await download(id);
    expect(before.headers).not.toHaveProperty('x-annulled-at');
    // Without the guard, because this annulment has no record in the chain.
    await test.api.database.pool.query(
      `alter table corrections disable trigger user;
       insert into corrections (organization_id, issued_invoice_id, chain_id, sequence, kind, reason, operator, created_at)
       select organization_id, issued_invoice_id, chain_id, sequence, 'anulacion', 'x', 'x', '2026-11-21T10:15:00Z'
       from registration_records where issued_invoice_id = ${id};
       alter table corrections enable trigger user;`,
    );
    const after = await download(id);
    expect(after.rawPayload.equals(before.rawPayload)).toBe(true);
    expect(after.headers).toMatchObject({
      etag: before.headers.etag,
      'x-annulled-at': '2026-11-21T10:15:00Z',
    });
  });

  it('is refused with the remedy if there is no certificate, and works as soon as there is one', async () => {
    const without = await test.createIssuer('Sin Certificado SL');
    const id = await issueInvoice(test.api, without, 'F-NONE');
    expect(await messageOf(download(id, { of: without }))).toEqual([
      422,
      'unprocessable_content',
      'Facturae is signed with the certificate of the issuer, and this issuer has none; the operator of this service can add it',
      undefined,
    ]);
    const spanish: Asked = { of: without, version: 2, headers: { 'accept-language': 'es' } };
    expect((await messageOf(download(id, spanish)))[2]).toBe(
      'Facturae se firma con el certificado del emisor, y este emisor no tiene ninguno; el operador de este servicio puede añadirlo',
    );
    await test.addCertificate(without, [-9, -1]);
    expect((await messageOf(download(id, { of: without })))[2]).toMatch(/none of this issuer is valid now/);
    await test.addCertificate(without);
    expect((await download(id, { of: without })).statusCode).toBe(200);
  });

  it('is refused for an invoice that Facturae cannot express, with the rule and the formats that can, in both languages', async () => {
    const nobody = {
      recipient_legal_name: null,
      recipient_document_type: null,
      recipient_document_number: null,
      recipient_billing_address: null,
      recipient_billing_postal_code: null,
      recipient_billing_city: null,
    };
    const batchId = await issueBatch(test.api, organization, 1, 'F-F2', () => ({
      invoice_type: 'F2',
      ...nobody,
    }));
    const [status, code, message] = await messageOf(download(batchId * 1000));
    expect([status, code]).toEqual([422, 'unprocessable_content']);
    expect(message).toBe(
      'BuyerParty: Facturae names the recipient with its address, and type F2 is a simplified invoice. Formats that can express this invoice: none',
    );
    const long = await issueBatch(test.api, organization, 1, 'F-LONG', () => ({
      recipient_legal_name: 'Compañía '.repeat(10).trim(),
    }));
    const spanish: Asked = { version: 2, headers: { 'accept-language': 'es' } };
    expect((await messageOf(download(long * 1000, spanish)))[2]).toBe(
      'CorporateName: en Facturae el nombre del destinatario no puede tener más de 80 caracteres. Formatos que pueden expresar esta factura: ubl, cii, hybrid',
    );
  });

  it('is refused while the invoice is pending and if it failed', async () => {
    const pending = (await postBatch(test.api, organization, 1, 'F-PENDING')) * 1000;
    expect(await messageOf(download(pending))).toEqual([
      422,
      'unprocessable_content',
      'Invoice is still being processed',
      '5',
    ]);
    const failed = (await issueBatch(test.api, organization, 1, 'F-FAILED', () => ({ lines: [] }))) * 1000;
    expect((await messageOf(download(failed)))[2]).toMatch(/^Invoice was not issued: /);
  });

  it('finds no invoice of another organization, before and after it is signed', async () => {
    const other = await test.api.createOrganization('Ajena SL');
    const id = await issueInvoice(test.api, organization, 'F-OTHER');
    const missing = errorBody('not_found', 'Batch invoice not found');
    expect((await download(id, { of: other })).json()).toEqual(missing);
    expect((await download(id)).statusCode).toBe(200);
    expect((await download(id, { of: other })).json()).toEqual(missing);
    expect((await download(4711)).json()).toEqual(missing);
  });

  it.concurrent('is answered with 422 and Retry-After if no worker signs it within ten seconds', async () => {
    await using losing = await openTestApi(
      {},
      { beside: test.api, enqueueJobs: () => Promise.reject(new Error('away')) },
    );
    const id = await issueInvoice(test.api, organization, 'F-LATE');
    expect(await messageOf(download(id, { api: losing }))).toEqual([
      422,
      'unprocessable_content',
      'The signed Facturae is not ready yet',
      '5',
    ]);
    expect(losing.log.some((line) => line.includes('could not be enqueued'))).toBe(true);
  });
});

describe('a worker without the duty remission', () => {
  it('never takes the job of a signature, because it has no keys of certificates', async () => {
    await using own = await openTestSigning();
    const issuer = await own.createIssuer('Espera SL');
    await own.addCertificate(issuer);
    const id = await issueInvoice(own.api, issuer, 'F-WAIT');
    const nothing = async () => ({});
    const others = { 'process-batch': nothing, 'render-pdfs': nothing, 'deliver-webhooks': nothing };
    for (const queue of ['batches', 'small-pdfs', 'webhooks'] as const) own.queues.work(queue, others);
    const answer = download(id, { of: issuer, api: own.api });
    const waiting = () => own.queues.jobQueues.queues.get('remission')!.getWaitingCount();
    await eventually(async () => (await waiting()) === 1);
    own.work();
    expect((await answer).statusCode).toBe(200);
  });
});
