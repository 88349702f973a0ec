import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ErrorBody } from '../../../src/contracts/v2/error-answer.ts';
import type { InvoiceInput } from '../../../src/contracts/v2/invoice-input.ts';
import type { NewJob } from '../../../src/platform/jobs/job-queues.ts';
import { renderPreview } from '../../../src/render/render-preview.ts';
import { deleteOldPreviews } from '../../../src/render/statements/previews.ts';
import type { PdfRenderer } from '../../../src/render/renderer.ts';
import { openTestApi, type TestApi, type TestOrganization } from '../../support/api.ts';
import { issueBatch } from '../../support/engine.ts';
import { buildInvoiceV2 } from '../../support/invoices-v2.ts';
import { setSeries } from '../../support/series.ts';
import { testLogger } from '../../support/test-logger.ts';
import { openSharedRenderer } from '../../render/support/open-test-renderer.ts';
import { readPdf } from '../../render/support/read-pdf.ts';

let api: TestApi;
let organization: TestOrganization;
let renderer: Awaited<ReturnType<typeof openSharedRenderer>>;
/** What a worker does with the job of a preview. */
let work: (job: NewJob) => Promise<unknown>;
const render = (using: Pick<PdfRenderer, 'render'>) => async (job: NewJob) => {
  if (job.name !== 'render-preview') return;
  await renderPreview({ pool: api.workers.pool, logger: testLogger, renderer: using }, job.payload);
};
beforeAll(async () => {
  renderer = await openSharedRenderer();
  api = await openTestApi(
    {},
    { enqueueJobs: async (jobs) => void (await Promise.all(jobs.map((job) => work(job)))) },
  );
  organization = await api.createOrganization();
  work = render(renderer);
});
afterAll(async () => {
  await api[Symbol.asyncDispose]();
  await renderer[Symbol.asyncDispose]();
});

const preview = (invoice: unknown, token = organization.token) =>
  api.inject({
    method: 'POST',
    url: '/api/v2/invoices/preview',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    payload: JSON.stringify(invoice),
  });
const countRows = async () => {
  const tables = ['batches', 'batch_invoices', 'issued_invoices', 'registration_records'];
  const counts = tables.map((table) => `(select count(*)::int from ${table}) as ${table}`);
  counts.push(
    `(select count(*)::int from previews where document <> '{}' or pdf is not null or failure is not null) as previews`,
  );
  return (await api.database.pool.query(`select ${counts.join(', ')}`)).rows[0] as Record<string, number>;
};
const detailsOf = async (invoice: unknown) => {
  const answer = await preview(invoice);
  expect(answer.statusCode).toBe(422);
  return answer.json<ErrorBody>().error.details.map(({ path, code }) => [path, code]);
};

describe('a preview', () => {
  it('is a PDF with the word BORRADOR and the amounts of the invoice, and nothing of it is stored', async () => {
    const before = await countRows();
    const answer = await preview(
      buildInvoiceV2({
        number_serie: 'PV/1',
        prices_include_tax: true,
        lines: [{ concept: 'Camiseta', units: 1, unit_price: '100.00', tax_rate: 21 }],
      }),
    );
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(answer.headers['content-disposition']).toBe('inline; filename="BORRADOR-PV-1.pdf"');
    const { squashed } = await readPdf(answer.rawPayload);
    for (const shown of ['BORRADOR', 'PV/1', 'Camiseta', '82,64€', '17,36€', '100,00€'])
      expect(squashed).toContain(shown);
    expect(squashed).not.toContain('VERI*FACTU');
    expect(await countRows()).toEqual(before);
  });

  it('of an invoice of a series says that the number is not given yet, and uses none', async () => {
    await setSeries(api, organization.id, 'PV');
    const answer = await preview(buildInvoiceV2({ number_serie: null, series: 'PV' }));
    expect([answer.statusCode, answer.headers['content-disposition']]).toEqual([
      200,
      'inline; filename="BORRADOR-series-PV.pdf"',
    ]);
    expect((await readPdf(answer.rawPayload)).squashed).toContain('Seasignaráalexpedirla');
    const { rowCount } = await api.database.pool.query('select from series_counters');
    expect(rowCount).toBe(0);
    expect(await detailsOf(buildInvoiceV2({ number_serie: null, series: 'NO' }))).toEqual([
      ['/series', 'not_found'],
    ]);
  });

  it('of a rectifying invoice names the issued invoice that it rectifies', async () => {
    const original = (await issueBatch(api, organization, 1, 'PV-ORIGINAL')) * 1000;
    const rectifying = { invoice_type: 'R1', rectified_invoice_id: original, number_serie: 'PV/R1' };
    const { squashed } = await readPdf((await preview(buildInvoiceV2(rectifying))).rawPayload);
    expect(squashed).toContain('PV-ORIGINAL-1');
    expect(await detailsOf(buildInvoiceV2({ ...rectifying, rectified_invoice_id: 4711 }))).toEqual([
      ['/rectified_invoice_id', 'not_found'],
    ]);
  });

  it.each<[invoice: unknown, details: [path: string, code: string][]]>([
    [
      buildInvoiceV2({ issuer_nif: 'X', lines: [] }),
      [
        ['/issuer_nif', 'invalid'],
        ['/lines', 'blank'],
      ],
    ],
    [{ ...buildInvoiceV2(), total: true }, [['/total', 'wrong_type']]],
    [{ invoice_batch: {} }, [['/invoice_batch', 'unknown_member']]],
    [[], [['', 'wrong_type']]],
  ])('is refused with the details of what is wrong: %j', async (invoice, details) => {
    expect(await detailsOf(invoice)).toEqual(details);
  });

  it('that cannot be rendered is answered with an error, and nothing of it is stored', async () => {
    const before = await countRows();
    work = render({ render: async () => [{ issuedInvoiceId: 1, error: new Error('hangs') }] });
    expect((await preview(buildInvoiceV2())).json<ErrorBody>().error).toMatchObject({
      code: 'unprocessable_content',
      message: 'The preview cannot be rendered: the page could not be rendered in time',
    });
    work = async () => {
      throw new Error('Redis is away');
    };
    const away = await preview(buildInvoiceV2());
    expect([away.statusCode, away.headers['retry-after']]).toEqual([503, '5']);
    work = render(renderer);
    expect(await countRows()).toEqual(before);
  });

  it('of a request that was lost with its process is deleted after a minute', async () => {
    const insert = `insert into previews (organization_id, requested_at, document) values ($1, now() - $2::interval, '{"a":1}')`;
    await api.database.pool.query('delete from previews');
    for (const age of ['10 minutes', '10 seconds'])
      await api.database.pool.query(insert, [organization.id, age]);
    await deleteOldPreviews(api.workers.pool, new Date());
    expect((await countRows())['previews']).toBe(1);
    await api.database.pool.query('delete from previews');
  });

  it('needs the right to submit', async () => {
    const { token } = await api.createOrganization('Solo Lee SL', null, ['read']);
    expect((await preview(buildInvoiceV2() satisfies InvoiceInput, token)).statusCode).toBe(403);
  });
});
