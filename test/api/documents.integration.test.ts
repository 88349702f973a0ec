import { hash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addIssuerProfile } from '#src/organizations/access/organizations.ts';
import { readIssuedDocument } from '#src/platform/literals/issued-documents.ts';
import type { ApiVersion } from '../../src/contracts/codes.ts';
import type { DocumentFormatsAnswer } from '../../src/contracts/document-formats.ts';
import type { InvoiceInput } from '../../src/contracts/invoice-input.ts';
import { writeXml } from '../../src/domain/einvoice/formats.ts';
import { processBatch } from '../../src/issue/process-batch.ts';
import { attachFacturX } from '../../src/render/postprocess/attach-factur-x.ts';
import { renderPdfs } from '../../src/render/render-pdfs.ts';
import { buildProfile } from '../render/support/build-invoice.ts';
import { openSharedRenderer } from '../render/support/open-test-renderer.ts';
import { BY_TEST, type TestOrganization } from '../support/api.ts';
import { issueBatch, issuingContext, postBatch } from '../support/engine.ts';
import { eventually } from '../support/eventually.ts';
import { buildBatchV2 } from '../support/invoices-v2.ts';
import { printingContext } from '../support/printing.ts';
import { errorBody } from './endpoints.ts';
import { openCorrecting, type TestCorrecting } from './support/open-correcting.ts';

const NIF = 'B12345674';
const PROFILE = buildProfile({ logo: { mediaType: 'image/png', base64: 'iVBORw0KGgo=' } });
const TAXED = { concept: 'Servicio', units: 1, unit_price: 100, tax_rate: 21 };
/** EN 16931 of 2017 cannot express it, and Facturae can. */
const MIXED: InvoiceInput = {
  lines: [TAXED, { concept: 'Indemnización', units: 1, unit_price: 50, tax_operation_key: 'N1' }],
};
const MIXED_REASON = 'lines not subject to VAT cannot stand beside other lines in EN 16931';

let test: TestCorrecting;
let organization: TestOrganization;
let plain: number;
let mixed: number;
beforeAll(async () => {
  test = await openCorrecting();
  ({ organization } = test);
  await addIssuerProfile(test.api.database.orm, organization.id, NIF, PROFILE, BY_TEST);
  plain = (await issueBatch(test.api, organization, 1, 'A/1')) * 1000;
  mixed = (await issueBatch(test.api, organization, 1, 'MIX', () => MIXED)) * 1000;
});
afterAll(() => test[Symbol.asyncDispose]());

const VERSIONS: readonly ApiVersion[] = [1, 2];
const at = (version: ApiVersion, id: number) =>
  `/${version === 1 ? 'batch_invoices' : 'invoices'}/${id}/documents`;
const get = (version: ApiVersion, id: number, rest = '', headers = {}, { token } = organization) =>
  test.api.get(token, `${at(version, id)}${rest}`, headers, version);
const list = async (version: ApiVersion, id: number, headers = {}) =>
  (await get(version, id, '', headers)).json<DocumentFormatsAnswer>().data;
/** The profiles of UBL, which only version 2 lists. */
const profiles = (version: ApiVersion, ofUbl: unknown[] = []) => (version === 1 ? {} : { profiles: ofUbl });
const AVAILABLE = { available: true, reason: null };
const SPFE = { profile: 'spfe', ...AVAILABLE };
/** Nobody can sign for the issuer, as version 2 states. */
const signable = (version: ApiVersion) =>
  version === 1
    ? AVAILABLE
    : { available: false, reason: expect.objectContaining({ rule: POLICY }) as object };
const POLICY = 'Facturae, política de firma 3.1';
const UNREFERENCED = {
  available: false,
  reason: {
    rule: 'PEPPOL-EN16931-R003',
    message:
      'Peppol requires a buyer reference or the number of a purchase order: state buyer_reference or order_reference',
  },
};

async function render(id: number): Promise<void> {
  const context = { ...printingContext(test.api), renderer: await openSharedRenderer() };
  const position = id % 1000;
  const job = {
    organizationId: organization.id,
    batchId: (id - position) / 1000,
    from: position,
    to: position,
  };
  expect(await renderPdfs(context, job)).toBe(1);
}

/** Writes the XML of an invoice from its stored document. */
async function write(id: number, format: 'ubl' | 'cii' | 'hybrid'): Promise<string> {
  const document = await readIssuedDocument(test.api.ingress.pool, organization.id, id);
  return writeXml(format, { document, profile: PROFILE });
}

describe.each(VERSIONS)('the electronic documents of an invoice in version %i', (version) => {
  it('are listed with their media types, and each is available', async () => {
    const others = [{ profile: 'peppol', ...UNREFERENCED }, SPFE];
    expect(await list(version, plain)).toEqual([
      {
        format: 'ubl',
        media_type: 'application/xml',
        ...AVAILABLE,
        ...profiles(version, [{ profile: 'cen', ...AVAILABLE }, ...others]),
      },
      { format: 'cii', media_type: 'application/xml', ...AVAILABLE, ...profiles(version) },
      { format: 'facturae', media_type: 'application/xml', ...signable(version), ...profiles(version) },
      { format: 'hybrid', media_type: 'application/pdf', ...AVAILABLE, ...profiles(version) },
    ]);
  });

  it('are listed with the rule that prevents a format', async () => {
    const refused = { available: false, reason: { rule: 'BR-O-11', message: MIXED_REASON } };
    const ofUbl = [...['cen', 'peppol'].map((profile) => ({ profile, ...refused })), SPFE];
    expect(await list(version, mixed)).toEqual([
      { format: 'ubl', media_type: 'application/xml', ...refused, ...profiles(version, ofUbl) },
      { format: 'cii', media_type: 'application/xml', ...refused, ...profiles(version) },
      { format: 'facturae', media_type: 'application/xml', ...signable(version), ...profiles(version) },
      { format: 'hybrid', media_type: 'application/pdf', ...refused, ...profiles(version) },
    ]);
  });

  it.each(['ubl', 'cii'] as const)(
    'are written in the format %s, with the same bytes each time',
    async (format) => {
      const answer = await get(version, plain, `/${format}`);
      expect(answer.statusCode).toBe(200);
      expect(answer.body).toBe(await write(plain, format));
      expect(answer.headers).toMatchObject({
        'content-type': 'application/xml; charset=utf-8',
        'content-length': String(answer.rawPayload.length),
        'content-disposition': 'attachment; filename="A-1-1.xml"',
        'cache-control': 'private, max-age=0, must-revalidate',
        etag: `"${hash('sha256', answer.rawPayload)}"`,
      });
      expect(answer.headers).not.toHaveProperty('x-annulled-at');
      expect((await get(version, plain, `/${format}`)).rawPayload.equals(answer.rawPayload)).toBe(true);
    },
  );

  it('are hybrid: the stored PDF, which the request waits for, with the XML in it', async () => {
    const id = (await issueBatch(test.api, organization, 1, `H${version}`)) * 1000;
    const waiting = get(version, id, '/hybrid');
    await eventually(() =>
      test.api.jobs.some(({ name, payload }) => name === 'render-pdfs' && payload.batchId * 1000 === id),
    );
    await render(id);
    const answer = await waiting;
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="H${version}-1.pdf"`,
      etag: `"${hash('sha256', answer.rawPayload)}"`,
    });
    const pdf = await test.api.get(organization.token, `/batch_invoices/${id}/pdf`);
    const [issued] = await test.read<{ at: number }>(
      'select extract(epoch from issued_at)::float8 as at from issued_invoices where id = $1',
      [id],
    );
    const issuedAt = new Date(issued!.at * 1000);
    const wanted = attachFacturX(pdf.rawPayload, { xml: await write(id, 'hybrid'), issuedAt });
    expect(answer.rawPayload.equals(wanted)).toBe(true);
    expect((await get(version, id, '/hybrid')).rawPayload.equals(wanted)).toBe(true);
  }, 60_000);

  it('are answered with 304 when If-None-Match names their ETag, and HEAD returns only headers', async () => {
    const { headers, rawPayload } = await get(version, plain, '/ubl');
    const same = await get(version, plain, '/ubl', { 'if-none-match': `"x", ${headers.etag}` });
    expect([same.statusCode, same.rawPayload.length, same.headers.etag]).toEqual([304, 0, headers.etag]);
    const other = await get(version, plain, '/cii', { 'if-none-match': headers.etag });
    expect(other.statusCode).toBe(200);
    const head = await test.api.inject({
      method: 'HEAD',
      url: `/api/v${version}${at(version, plain)}/ubl`,
      headers: { authorization: `Bearer ${organization.token}` },
    });
    expect([head.statusCode, head.body, head.headers.etag, head.headers['content-length']]).toEqual([
      200,
      '',
      headers.etag,
      String(rawPayload.length),
    ]);
  });

  it('do not exist before the invoice is issued, and not for an invoice that failed', async () => {
    const pending = (await postBatch(test.api, organization, 1, 'W')) * 1000;
    const failed = (await issueBatch(test.api, organization, 1, 'X', () => ({ issuer_nif: null }))) * 1000;
    for (const rest of ['', '/ubl', '/hybrid']) {
      const early = await get(version, pending, rest);
      const [status, code] = version === 1 ? [422, 'unprocessable_content'] : [409, 'not_ready'];
      expect([early.statusCode, early.headers['retry-after']]).toEqual([status, '5']);
      expect(early.json()).toMatchObject({
        error: { code, message: 'Invoice is still being processed' },
      });
      const never = await get(version, failed, rest);
      expect([never.statusCode, never.headers['retry-after']]).toEqual([422, undefined]);
      expect(never.json()).toMatchObject({
        error: { message: expect.stringMatching(/^Invoice was not issued: /) },
      });
    }
  });

  it('are not served to another organization, and not in an unknown format or profile', async () => {
    const stranger = await test.api.createOrganization();
    for (const rest of ['', '/ubl', '/hybrid', '/facturae'])
      expect((await get(version, plain, rest, {}, stranger)).statusCode).toBe(404);
    expect((await get(version, plain, '/xml')).statusCode).toBe(404);
    const unknown = await get(version, plain, '/ubl?profile=xrechnung');
    expect([unknown.statusCode, unknown.json()]).toMatchObject([
      400,
      errorBody('bad_request', `profile must be one of cen, peppol${version === 1 ? '' : ', spfe'}`),
    ]);
    const cii = await get(version, plain, '/cii?profile=peppol');
    expect([cii.statusCode, cii.json()]).toMatchObject([
      400,
      errorBody('bad_request', 'profile must be one of cen'),
    ]);
  });

  it('that cannot be expressed are refused with the rule and the formats that can', async () => {
    const message = `BR-O-11: ${MIXED_REASON}. Formats that can express this invoice: facturae`;
    for (const format of ['ubl', 'cii', 'hybrid']) {
      const answer = await get(version, mixed, `/${format}`);
      expect(answer.statusCode).toBe(422);
      expect(answer.headers).not.toHaveProperty('retry-after');
      expect(answer.json()).toMatchObject(errorBody('unprocessable_content', message));
    }
  });

  it('are those of the issue after an annulment, which a header states', async () => {
    const id = await test.remitted(`N${version}`);
    const before = await get(version, id, '/ubl');
    expect((await test.order('annul', id)).statusCode).toBe(202);
    const after = await get(version, id, '/ubl');
    expect(after.rawPayload.equals(before.rawPayload)).toBe(true);
    expect(after.headers['x-annulled-at']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    const same = await get(version, id, '/ubl', { 'if-none-match': after.headers.etag });
    expect([same.statusCode, same.headers['x-annulled-at']]).toEqual([304, after.headers['x-annulled-at']]);
    await test.send();
  });
});

describe('an electronic document', () => {
  it('needs the address that the issuer had when the invoice was issued', async () => {
    const other = await test.api.createOrganization();
    const id = (await issueBatch(test.api, other, 1, 'NO')) * 1000;
    await addIssuerProfile(test.api.database.orm, other.id, NIF, PROFILE, BY_TEST);
    for (const format of ['ubl', 'cii', 'hybrid']) {
      const answer = await get(1, id, `/${format}`, {}, other);
      expect([answer.statusCode, answer.json()]).toMatchObject([
        422,
        {
          error: {
            message: expect.stringMatching(
              /^RD 1619\/2012 art\. 6\.1\.e: the issuer’s address is missing: .*: none$/,
            ),
          },
        },
      ]);
    }
  });

  it('keeps the account that the issuer’s profile had when the invoice was issued', async () => {
    const other = await test.api.createOrganization();
    const ofAccount = async (iban: string | null, prefix: string) => {
      await addIssuerProfile(test.api.database.orm, other.id, NIF, buildProfile({ iban }), BY_TEST);
      const id =
        (await issueBatch(test.api, other, 1, prefix, () => ({ payment_method: 'bank_transfer' }))) * 1000;
      const { body } = await get(1, id, '/ubl', {}, other);
      return { id, body };
    };
    const [first, second, none] = ['ES9121000418450200051332', 'ES7921000813610123456789', null];
    const issued = [
      await ofAccount(first, 'ONE/'),
      await ofAccount(second, 'TWO/'),
      await ofAccount(none, 'NONE/'),
    ];
    const accounts = issued.map(({ body }) => /<cac:PayeeFinancialAccount><cbc:ID>(\w+)</.exec(body)?.[1]);
    expect(accounts).toEqual([first, second, undefined]);
    for (const { id, body } of issued) expect((await get(1, id, '/ubl', {}, other)).body).toBe(body);
  });

  it('is written for Peppol if the invoice has what Peppol requires', async () => {
    const refused = await get(2, plain, '/ubl?profile=peppol');
    expect([refused.statusCode, refused.json()]).toMatchObject([
      422,
      {
        error: {
          message:
            'PEPPOL-EN16931-R003: Peppol requires a buyer reference or the number of a purchase order: state buyer_reference or order_reference. Formats that can express this invoice: ubl (profile=cen), cii, facturae, hybrid',
          details: [
            {
              path: '/buyer_reference',
              code: 'not_expressible',
              aeat_code: null,
              help: '/api/v2/codes#not_expressible',
              rule: 'PEPPOL-EN16931-R003',
            },
          ],
        },
      },
    ]);
    const body = buildBatchV2('PEP', { buyer_reference: 'ACME-1' });
    const created = await test.api.post(organization.token, body, { version: 2 });
    const batchId = created.json<{ data: { id: number } }>().data.id;
    await processBatch(issuingContext(test.api), batchId);
    const [cen, peppol] = [
      await get(2, batchId * 1000, '/ubl?profile=cen'),
      await get(2, batchId * 1000, '/ubl?profile=peppol'),
    ];
    expect(peppol.body).toContain('urn:fdc:peppol.eu:2017:poacc:billing:3.0');
    expect([cen.statusCode, cen.body.includes('peppol')]).toEqual([200, false]);
    expect(cen.body).toBe((await get(2, batchId * 1000, '/ubl')).body);
  });

  it('has its reasons in Spanish in version 2, if the client prefers it', async () => {
    const spanish = { 'accept-language': 'es' };
    const message = 'en EN 16931 las líneas no sujetas al IVA no pueden figurar junto a otras líneas';
    const [ubl] = await list(2, mixed, spanish);
    expect(ubl).toMatchObject({ reason: { rule: 'BR-O-11', message } });
    expect((await get(2, mixed, '/ubl', spanish)).json()).toMatchObject({
      error: { message: `BR-O-11: ${message}. Formatos que pueden expresar esta factura: facturae` },
    });
    expect((await list(1, mixed, spanish))[0]).toMatchObject({ reason: { message: MIXED_REASON } });
  });
});
