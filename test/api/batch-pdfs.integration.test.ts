import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readZip } from './support/read-zip.ts';
import type { BatchInvoiceView } from '../../src/contracts/answers.ts';
import { openTestApi, type TestApi, type TestOrganization } from '../support/api.ts';
import { issueBatch, postBatch } from '../support/engine.ts';
import { storePdf } from '../support/pdfs.ts';

let api: TestApi;
let organization: TestOrganization;
beforeAll(async () => {
  api = await openTestApi();
  organization = await api.createOrganization();
});
afterAll(() => api[Symbol.asyncDispose]());

const archive = (batchId: number, query = '', { token } = organization) =>
  api.get(token, `/invoice_batches/${batchId}/pdfs${query}`);

describe('the archive of the PDFs of a batch', () => {
  it('contains the bytes of the single downloads under unique names, in the order of the request', async () => {
    const numbers = ['A/1', 'A-1', 'a-1', '../../etc', '...', 'CON'];
    const batchId = await issueBatch(api, organization, numbers.length, 'ZIP', (index) => ({
      number_serie: numbers[index]!,
      ...(index === 0 && { external_invoice_id: '=1+1; "ñ"' }),
    }));
    const { data } = (await api.get(organization.token, `/invoice_batches/${batchId}/batch_invoices`)).json<{
      data: BatchInvoiceView[];
    }>();
    const contents: Buffer[] = [];
    for (const [index, { id }] of data.entries()) {
      const bytes = randomBytes(index === 2 ? 3_000_000 : 40_000 + index);
      contents.push(await storePdf(api, id, { bytes }));
    }
    const answer = await archive(batchId);
    expect([
      answer.statusCode,
      answer.headers['content-type'],
      answer.headers['content-disposition'],
    ]).toEqual([200, 'application/zip', `attachment; filename="batch-${batchId}.zip"`]);
    const [manifest, ...files] = await readZip(answer.rawPayload);
    const names = ['A-1.pdf', 'A-1-2.pdf', 'a-1-3.pdf', 'etc.pdf', 'invoice.pdf', 'invoice-CON.pdf'];
    expect(files.map(({ name }) => name)).toEqual(names);
    expect([manifest!.name, JSON.parse(manifest!.content.toString())]).toEqual([
      'manifest.json',
      data.map(({ id, external_invoice_id, invoice_number }, index) => ({
        file: names[index],
        batch_invoice_id: id,
        external_invoice_id,
        invoice_number,
      })),
    ]);
    for (const [index, { content }] of files.entries()) {
      expect(content.equals(contents[index]!)).toBe(true);
      const single = await api.get(organization.token, `/batch_invoices/${data[index]!.id}/pdf`);
      expect(content.equals(single.rawPayload)).toBe(true);
    }
    // Every download returns the same bytes.
    expect((await archive(batchId)).rawPayload.equals(answer.rawPayload)).toBe(true);
    expect((await archive(batchId, '', await api.createOrganization())).statusCode).toBe(404);
  });

  it('is refused until every PDF is rendered, unless the client requests a partial archive', async () => {
    const batchId = await issueBatch(api, organization, 3, 'PART');
    const message = (count: number) => ({
      error: {
        code: 'unprocessable_content',
        message: `Not all PDFs are ready yet: ${count} of 3 PDFs are ready`,
      },
    });
    const none = await archive(batchId, '?partial=true');
    expect([none.statusCode, none.headers['retry-after'], none.json()]).toEqual([422, '5', message(0)]);
    await storePdf(api, batchId * 1000 + 1);
    const some = await archive(batchId);
    expect([some.statusCode, some.headers['retry-after'], some.json()]).toEqual([422, '5', message(1)]);
    const partial = await archive(batchId, '?partial=true');
    expect((await readZip(partial.rawPayload)).map(({ name }) => name)).toEqual([
      'manifest.json',
      'PART-2.pdf',
    ]);
    expect((await archive(batchId, '?partial=yes')).json()).toEqual({
      error: { code: 'bad_request', message: 'partial must be one of true, false' },
    });
  });

  it('is refused for a batch that is not processed and for a batch without issued invoices', async () => {
    const waiting = await postBatch(api, organization, 1, 'WAIT');
    const first = await archive(waiting);
    expect([first.statusCode, first.headers['retry-after']]).toEqual([422, '5']);
    const failed = await issueBatch(api, organization, 1, 'FAIL', () => ({ issuer_nif: 'X' }));
    const second = await archive(failed);
    expect([second.statusCode, second.headers['retry-after'], second.json()]).toEqual([
      422,
      undefined,
      { error: { code: 'unprocessable_content', message: 'No invoice of this batch was issued' } },
    ]);
  });
});
