import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addIssuerProfile } from '#src/organizations/access/organizations.ts';
import type { ApiVersion } from '../../src/contracts/codes.ts';
import { renderPdfs } from '../../src/render/render-pdfs.ts';
import { buildProfile } from '../render/support/build-invoice.ts';
import { openSharedRenderer } from '../render/support/open-test-renderer.ts';
import { BY_TEST, openTestApi, type TestApi, type TestOrganization } from '../support/api.ts';
import { issueBatch, postBatch } from '../support/engine.ts';
import { printingContext } from '../support/printing.ts';
import { errorBody } from './endpoints.ts';
import { readZip } from './support/read-zip.ts';

const FORMATS = { ubl: 'xml', cii: 'xml', hybrid: 'pdf' } as const;
type Format = keyof typeof FORMATS;

let api: TestApi;
let organization: TestOrganization;
beforeAll(async () => {
  api = await openTestApi();
  organization = await api.createOrganization();
  await addIssuerProfile(api.database.orm, organization.id, 'B12345674', buildProfile(), BY_TEST);
});
afterAll(() => api[Symbol.asyncDispose]());

const archive = (
  batchId: number,
  query: string,
  version: ApiVersion = 1,
  headers = {},
  { token } = organization,
) => api.get(token, `/invoice_batches/${batchId}/documents${query}`, headers, version);
const single = (id: number, format: string) =>
  api.get(organization.token, `/batch_invoices/${id}/documents/${format}`);

const NOT_SUBJECT = { concept: 'Indemnización', units: 1, unit_price: 50, tax_operation_key: 'N1' } as const;
const MIXED = { lines: [{ concept: 'Servicio', units: 1, unit_price: 100, tax_rate: 21 }, NOT_SUBJECT] };
const REASON = {
  rule: 'BR-O-11',
  message: 'lines not subject to VAT cannot stand beside other lines in EN 16931',
};

async function render(batchId: number, to: number): Promise<void> {
  const context = { ...printingContext(api), renderer: await openSharedRenderer() };
  await renderPdfs(context, { organizationId: organization.id, batchId, from: 0, to });
}

type Entry = { readonly file: string | null; readonly batch_invoice_id: number };

describe('the archive of the electronic invoices of a batch', () => {
  it.each<[Format, ApiVersion]>([
    ['ubl', 1],
    ['cii', 2],
    ['hybrid', 1],
    ['hybrid', 2],
  ])(
    'in the format %s of version %i contains the bytes of the single downloads, and what is lacking',
    async (format, version) => {
      const batchId = await issueBatch(api, organization, 4, `${format}/${version}`, (index) =>
        index === 1 ? MIXED : index === 3 ? { issuer_nif: 'X' } : {},
      );
      if (format === 'hybrid') await render(batchId, 3);
      const answer = await archive(batchId, `?format=${format}`, version);
      expect(answer.statusCode).toBe(200);
      expect(answer.headers).toMatchObject({
        'content-type': 'application/zip',
        'content-disposition': `attachment; filename="batch-${batchId}-${format}.zip"`,
      });
      const [manifest, ...files] = await readZip(answer.rawPayload);
      const nameOf = (place: number) => `${format}-${version}-${place + 1}.${FORMATS[format]}`;
      expect([manifest!.name, JSON.parse(manifest!.content.toString())]).toEqual([
        'manifest.json',
        [0, 1, 2].map((place) => ({
          file: place === 1 ? null : nameOf(place),
          batch_invoice_id: batchId * 1000 + place,
          external_invoice_id: `${format}/${version}-ext-${place}`,
          invoice_number: `${format}/${version}-${place + 1}`,
          annulled_at: null,
          reason: place === 1 ? REASON : null,
        })),
      ]);
      expect(files.map(({ name }) => name)).toEqual([nameOf(0), nameOf(2)]);
      for (const [index, { content }] of files.entries())
        expect(content.equals((await single(batchId * 1000 + index * 2, format)).rawPayload)).toBe(true);
      expect((await archive(batchId, `?format=${format}`)).rawPayload).toHaveLength(answer.rawPayload.length);
    },
    60_000,
  );

  it('contains the documents of 1000 invoices, and the API answers other requests meanwhile', async () => {
    const batchId = await issueBatch(api, organization, 1000, 'K');
    const writing = new AbortController();
    const downloading = archive(batchId, '?format=ubl').finally(() => writing.abort());
    let others = 0;
    // However fast the machine is: an archive that held up the process would let at most one
    // request through, before it begins. More than a few would meet the limit of requests of the
    // organization.
    while (!writing.signal.aborted && others < 10) {
      await api.get(organization.token, `/batch_invoices/${batchId * 1000}`);
      if (!writing.signal.aborted) others += 1;
    }
    const [manifest, ...files] = await readZip((await downloading).rawPayload);
    expect(others).toBeGreaterThanOrEqual(2);
    const entries = JSON.parse(manifest!.content.toString()) as Entry[];
    expect(entries.map(({ file }) => file)).toEqual(files.map(({ name }) => name));
    expect(new Set(files.map(({ name }) => name)).size).toBe(1000);
    for (const [place, { content }] of files.entries())
      expect(content.includes(`<cbc:ID>K-${place + 1}</cbc:ID>`)).toBe(true);
    for (const place of [0, 63, 64, 999]) {
      const { rawPayload } = await single(batchId * 1000 + place, 'ubl');
      expect(files[place]!.content.equals(rawPayload)).toBe(true);
    }
  }, 120_000);

  it('of hybrid invoices is refused until every PDF is rendered', async () => {
    const batchId = await issueBatch(api, organization, 2, 'EARLY');
    const answer = await archive(batchId, '?format=hybrid');
    expect([answer.statusCode, answer.headers['retry-after'], answer.json()]).toEqual([
      422,
      '5',
      errorBody('unprocessable_content', 'Not all PDFs are ready yet: 0 of 2 PDFs are ready'),
    ]);
  });

  it('is refused if the format can express no invoice, with the reason of the first', async () => {
    const batchId = await issueBatch(api, organization, 2, 'ALL', () => MIXED);
    const message = `No invoice of this batch can be expressed in the format ubl. The first one: BR-O-11: ${REASON.message}`;
    const answer = await archive(batchId, '?format=ubl');
    expect([answer.statusCode, answer.json()]).toEqual([422, errorBody('unprocessable_content', message)]);
    const spanish = await archive(batchId, '?format=ubl', 2, { 'accept-language': 'es' });
    expect(spanish.json()).toMatchObject({
      error: {
        message: expect.stringMatching(/^Ninguna factura de este lote puede expresarse en el formato ubl\./),
      },
    });
  });

  it('is for Peppol if the client requests it, with the reasons in the language of the client', async () => {
    const batchId = await issueBatch(api, organization, 1, 'PEP');
    const answer = await archive(batchId, '?format=ubl&profile=peppol');
    expect([answer.statusCode, answer.body]).toEqual([422, expect.stringContaining('PEPPOL-EN16931-R003')]);
    const mixed = await issueBatch(api, organization, 2, 'LANG', (index) => (index === 0 ? MIXED : {}));
    const spanish = await archive(mixed, '?format=cii', 2, { 'accept-language': 'es' });
    expect(spanish.headers['content-language']).toBe('es');
    const [manifest] = await readZip(spanish.rawPayload);
    expect(manifest!.content.toString()).toContain('las líneas no sujetas al IVA');
  });

  it('is refused without a known format, while the batch is processed, without issued invoices, and to others', async () => {
    const batchId = await issueBatch(api, organization, 1, 'OWN');
    for (const query of ['', '?format=', '?format=pdf', '?format=xml'])
      expect((await archive(batchId, query)).json()).toEqual(
        errorBody('bad_request', 'format must be one of ubl, cii, facturae, hybrid'),
      );
    expect((await archive(batchId, '?format=cii&profile=peppol')).statusCode).toBe(400);
    expect((await archive(batchId, '?format=ubl', 1, {}, await api.createOrganization())).statusCode).toBe(
      404,
    );
    const waiting = await archive(await postBatch(api, organization, 1, 'WAIT'), '?format=ubl');
    expect([waiting.statusCode, waiting.headers['retry-after'], waiting.json()]).toEqual([
      422,
      '5',
      errorBody('unprocessable_content', 'The batch is still being processed'),
    ]);
    const failed = await issueBatch(api, organization, 1, 'FAIL', () => ({ issuer_nif: 'X' }));
    expect((await archive(failed, '?format=ubl')).json()).toEqual(
      errorBody('unprocessable_content', 'No invoice of this batch was issued'),
    );
  });

  it('has no body in the answer to HEAD', async () => {
    const batchId = await issueBatch(api, organization, 1, 'HEAD');
    const answer = await api.inject({
      method: 'HEAD',
      url: `/api/v2/invoice_batches/${batchId}/documents?format=cii`,
      headers: { authorization: `Bearer ${organization.token}` },
    });
    expect([answer.statusCode, answer.headers['content-type'], answer.body]).toEqual([
      200,
      'application/zip',
      '',
    ]);
  });
});
