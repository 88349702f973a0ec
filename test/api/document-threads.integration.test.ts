import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseLiterally } from '#src/deliver/writing/find-sent-invoice.ts';
import { addIssuerProfile } from '#src/organizations/access/organizations.ts';
import { readIssuedDocument } from '#src/platform/literals/issued-documents.ts';
import { viewDocument } from '#src/deliver/writing/view-document.ts';
import { judgeFormats, writeXml } from '../../src/domain/einvoice/formats.ts';
import { buildProfile } from '../render/support/build-invoice.ts';
import { BY_TEST, openTestApi, type TestApi, type TestOrganization } from '../support/api.ts';
import { issueBatch } from '../support/engine.ts';
import { errorBody } from './endpoints.ts';
import { readZip } from './support/read-zip.ts';
import { takeLeastOwnTime } from '../support/own-time.ts';
import { THREADS } from '../support/threads.ts';

const INVOICES = 3;
const LINES = Array.from({ length: 1000 }, (_none, index) => ({
  concept: `Concepto ${index}`,
  units: 1,
  unit_price: 1.11,
  tax_rate: 21,
}));
const profile = buildProfile();

let api: TestApi;
let organization: TestOrganization;
let long: number;
/** A batch of as many short invoices. */
let short: number;
beforeAll(async () => {
  api = await openTestApi();
  organization = await api.createOrganization();
  await addIssuerProfile(api.database.orm, organization.id, 'B12345674', profile, BY_TEST);
  long = await issueBatch(api, organization, INVOICES, 'LONG', () => ({ lines: LINES }));
  short = await issueBatch(api, organization, INVOICES, 'SHORT');
  await THREADS.writer.warmUp();
}, 60_000);
afterAll(() => api[Symbol.asyncDispose]());

/**
 * Sends a request without comparing its answer with the OpenAPI document, which would take longer
 * than the request.
 */
function ask(url: string) {
  return api.app.inject({ url, headers: { authorization: `Bearer ${organization.token}` } });
}

describe('the event loop', () => {
  const document = () => readIssuedDocument(api.ingress.pool, organization.id, long * 1000);
  it.each<[what: string, url: (batchId: number) => string, status: number, here: () => Promise<unknown>]>([
    [
      'the list of the formats of a long invoice',
      (batchId) => `/api/v1/batch_invoices/${batchId * 1000}/documents`,
      200,
      async () => judgeFormats({ document: await document(), profile }),
    ],
    [
      'a long UBL invoice',
      (batchId) => `/api/v2/invoices/${batchId * 1000}/documents/ubl`,
      200,
      async () => writeXml('ubl', { document: await document(), profile }),
    ],
    [
      'the refusal of a long invoice',
      (batchId) => `/api/v2/invoices/${batchId * 1000}/documents/ubl?profile=peppol`,
      422,
      async () => judgeFormats({ document: await document(), profile }),
    ],
    [
      'a long invoice with everything that is known of it',
      (batchId) => `/api/v2/invoices/${batchId * 1000}`,
      200,
      async () => {
        const view = JSON.stringify(viewDocument(await document()));
        JSON.stringify(parseLiterally(view));
      },
    ],
  ])(
    'leaves %s to threads: it takes little longer than for a short invoice',
    async (_what, url, status, here) => {
      const takeTime = (batchId: number) =>
        takeLeastOwnTime(async () => {
          expect((await ask(url(batchId))).statusCode).toBe(status);
        });
      const longer = (await takeTime(long)) - (await takeTime(short));
      const alone = await takeLeastOwnTime(async () => void (await here()));
      expect(longer).toBeLessThan(alone / 2);
    },
  );
});

describe('archives of electronic invoices that one organization requests at the same time', () => {
  it('all begin, one after another, or are refused with 429 and Retry-After if they cannot begin in time', async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const writer: typeof THREADS.writer = {
      ...THREADS.writer,
      judge: async (...args) => {
        await held;
        return THREADS.writer.judge(...args);
      },
    };
    await using own = await openTestApi({}, { beside: api, limits: { downloadPatienceMs: 50 }, writer });
    const download = () => own.get(organization.token, `/invoice_batches/${long}/documents?format=cii`);
    const first = download();
    const late = await Promise.all([download(), download()]);
    for (const answer of late)
      expect([answer.statusCode, answer.headers['retry-after'], answer.json()]).toEqual([
        429,
        '1',
        errorBody('too_many_requests', 'Too many documents are being downloaded at the same time'),
      ]);
    release();
    for (const answer of [await first, await download()]) {
      expect(answer.statusCode).toBe(200);
      expect(await readZip(answer.rawPayload)).toHaveLength(1 + INVOICES);
    }
  }, 60_000);
});
