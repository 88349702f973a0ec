import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApi, type TestApi, type TestOrganization } from '../support/api.ts';
import { issueBatch } from '../support/engine.ts';
import { eventually } from '../support/eventually.ts';
import { storePdf, storeRenderBatch } from '../support/pdfs.ts';
import { openCorrecting } from './support/open-correcting.ts';
import { readZip } from './support/read-zip.ts';

let api: TestApi;
let organization: TestOrganization;
beforeAll(async () => {
  api = await openTestApi();
  organization = await api.createOrganization();
});
afterAll(() => api[Symbol.asyncDispose]());

let series = 0;
/** Issues a batch. @returns the ids of its invoices. */
async function issue(count: number): Promise<number[]> {
  const batchId = await issueBatch(api, organization, count, `PR${(series += 1)}`);
  return Array.from({ length: count }, (_, place) => batchId * 1000 + place);
}

const download = (id: number, headers: Record<string, string> = {}, token = organization.token) =>
  api.get(token, `/batch_invoices/${id}/pdf`, headers);

/** Returns whether a job to render the invoice was enqueued. */
const isAskedFor = (id: number) =>
  api.jobs.some(
    ({ name, payload }) =>
      name === 'render-pdfs' &&
      payload.batchId * 1000 + payload.from <= id &&
      id <= payload.batchId * 1000 + payload.to,
  );

/** Changes a byte in the stored render batch of an invoice, as a faulty disk would. */
async function damage(issuedInvoiceId: number): Promise<void> {
  await api.database.pool.query('alter table render_batches disable trigger render_batches_guard');
  await api.database.pool.query(
    `update render_batches set content = set_byte(content, 20, (get_byte(content, 20) + 1) % 256)
     where id = (select render_batch_id from pdfs where issued_invoice_id = $1)`,
    [issuedInvoiceId],
  );
  await api.database.pool.query('alter table render_batches enable trigger render_batches_guard');
}

describe('a PDF in a render batch', () => {
  it('is extracted with the same bytes, length and ETag at every download', async () => {
    const ids = await issue(3);
    const pdfs = await storeRenderBatch(api, ids);
    const etags = new Set<unknown>();
    for (const [index, id] of ids.entries()) {
      const [one, other] = [await download(id), await download(id)];
      expect([one.statusCode, one.headers['content-type']]).toEqual([200, 'application/pdf']);
      expect(one.rawPayload.equals(pdfs[index]!)).toBe(true);
      expect(other.rawPayload.equals(pdfs[index]!)).toBe(true);
      expect(one.headers['content-length']).toBe(String(pdfs[index]!.length));
      expect(one.headers.etag).toBe(other.headers.etag);
      etags.add(one.headers.etag);
    }
    expect(etags.size).toBe(3);
  });

  it('is the same from another ingress', async () => {
    const [id] = await issue(1);
    await storeRenderBatch(api, [id!]);
    const here = await download(id!);
    await using beside = await openTestApi({}, { beside: api });
    const there = await beside.get(organization.token, `/batch_invoices/${id}/pdf`);
    expect(there.rawPayload.equals(here.rawPayload)).toBe(true);
    expect(there.headers.etag).toBe(here.headers.etag);
  });

  it('is answered with 304 for a client that has it, and with the headers of GET for HEAD', async () => {
    const [id] = await issue(1);
    const [pdf] = await storeRenderBatch(api, [id!]);
    const { headers } = await download(id!);
    const again = await download(id!, { 'if-none-match': String(headers.etag) });
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0]);
    const authorization = `Bearer ${organization.token}`;
    const head = await api.inject({
      method: 'HEAD',
      url: `/api/v1/batch_invoices/${id}/pdf`,
      headers: { authorization },
    });
    expect([head.statusCode, head.rawPayload.length]).toEqual([200, 0]);
    expect(head.headers['content-length']).toBe(String(pdf!.length));
    expect(head.headers.etag).toBe(headers.etag);
  });

  it('returns 404 to another organization', async () => {
    const [id] = await issue(1);
    await storeRenderBatch(api, [id!]);
    const other = await api.createOrganization('Otra SL');
    expect((await download(id!, {}, other.token)).statusCode).toBe(404);
  });

  it('is replaced when the invoice is annulled', async () => {
    await using test = await openCorrecting();
    const id = await test.remitted('A');
    const get = () => test.api.get(test.organization.token, `/batch_invoices/${id}/pdf`);
    await storeRenderBatch(test.api, [id]);
    const before = await get();
    expect((await test.order('annul', id)).statusCode).toBe(202);
    const [annulled] = await storeRenderBatch(test.api, [id], { text: 'annulled', isAnnulled: true });
    const after = await get();
    expect(after.rawPayload.equals(annulled!)).toBe(true);
    expect(after.headers.etag).not.toBe(before.headers.etag);
  });

  it('remains the one that was stored first', async () => {
    const [id] = await issue(1);
    const [first] = await storeRenderBatch(api, [id!]);
    await storeRenderBatch(api, [id!], { text: 'rendered again' });
    expect((await download(id!)).rawPayload.equals(first!)).toBe(true);
    const { rowCount } = await api.database.pool.query(
      'select from render_batches q where not exists (select from pdfs p where p.render_batch_id = q.id)',
    );
    // A render batch that no invoice refers to is not kept.
    expect(rowCount).toBe(0);
  });
});

describe('the archive of a batch', () => {
  it('contains the bytes of the single downloads, whichever render batches they are in', async () => {
    const ids = await issue(40);
    for (const from of [0, 16]) await storeRenderBatch(api, ids.slice(from, from + 16));
    for (const id of ids.slice(32)) await storePdf(api, id);
    const answer = await api.get(organization.token, `/invoice_batches/${Math.floor(ids[0]! / 1000)}/pdfs`);
    expect(answer.statusCode).toBe(200);
    const [manifest, ...files] = await readZip(answer.rawPayload);
    expect([manifest!.name, files.length]).toEqual(['manifest.json', 40]);
    for (const [index, { content }] of files.entries())
      expect(content.equals((await download(ids[index]!)).rawPayload)).toBe(true);
  });
});

describe('a damaged render batch', () => {
  it('is detected, and a download waits until its PDF is rendered again', async () => {
    const [id, other] = await issue(2);
    await storeRenderBatch(api, [id!, other!]);
    const before = await download(other!);
    expect(before.statusCode).toBe(200);
    await damage(id!);
    const answer = download(id!);
    await eventually(() => isAskedFor(id!));
    const [anew] = await storeRenderBatch(api, [id!], { text: 'rendered again' });
    expect((await answer).statusCode).toBe(200);
    expect((await answer).rawPayload.equals(anew!)).toBe(true);
    expect(api.log.some((line) => line.includes('A stored PDF is damaged'))).toBe(true);
    expect((await download(id!)).rawPayload.equals(anew!)).toBe(true);
  });

  it('makes an archive wait, whose PDFs are then rendered again', async () => {
    const ids = await issue(2);
    await storeRenderBatch(api, ids);
    await damage(ids[0]!);
    const path = `/invoice_batches/${Math.floor(ids[0]! / 1000)}/pdfs`;
    // Nothing of the archive was sent yet, so the answer can still say when to ask again.
    expect((await api.get(organization.token, path)).headers['retry-after']).toBe('5');
    await eventually(() => ids.every(isAskedFor));
    await storeRenderBatch(api, ids, { text: 'rendered again' });
    expect(await readZip((await api.get(organization.token, path)).rawPayload)).toHaveLength(3);
  });
});
