import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { buildBatchBody } from '../support/invoices.ts';
import { openStack, type TestStack } from '../support/stack.ts';

describe('the way of a batch', () => {
  let stack: TestStack;
  beforeAll(async () => {
    stack = await openStack();
    await stack.startWorker();
  });
  afterAll(() => stack[Symbol.asyncDispose]());

  const readText = async (bytes: ArrayBuffer) => {
    const { text, totalPages } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), {
      mergePages: true,
    });
    return { text: text.replace(/\s+/g, ' '), totalPages };
  };

  it('goes from POST to a PDF per issued invoice, whatever their length', async () => {
    const long = Array.from({ length: 60 }, (_, index) => ({
      concept: `Partida ${index + 1}`,
      units: 1,
      unit_price: 1,
      tax_rate: 21,
    }));
    const body = buildBatchBody(40, 'WAY', (index) => {
      if (index === 3) return { issuer_nif: 'B12345675' };
      return index === 7 ? { lines: long } : {};
    });
    const id = await stack.client.create(body);
    expect((await stack.client.ended(id)).status).toBe('processed_with_errors');
    const invoices = await stack.client.invoices(id);
    const [failed] = invoices.splice(3, 1);
    expect((await stack.client.request(`/batch_invoices/${failed!.id}/pdf`)).status).toBe(422);
    const pages = [];
    for (const invoice of invoices) {
      const answer = await stack.client.request(`/batch_invoices/${invoice.id}/pdf`);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe('application/pdf');
      const { text, totalPages } = await readText(await answer.arrayBuffer());
      expect(text).toContain(invoice.invoice_number!);
      expect(text).toContain(invoice.total_after_taxes!.replace('.', ','));
      pages.push(totalPages);
    }
    expect(pages.map((count) => count > 1)).toEqual(
      invoices.map(({ total_after_taxes: t }) => t === '72.60'),
    );
    await eventually(async () => {
      const { rows } = await stack.database.pool.query(`select rendered_at from batches where id = $1`, [id]);
      return (rows[0] as { rendered_at: unknown }).rendered_at;
    });
  });

  it('gives the same bytes at every download', async () => {
    const id = await stack.client.create(buildBatchBody(1, 'SAME'));
    await stack.client.ended(id);
    const download = async () => stack.client.request(`/batch_invoices/${id * 1000}/pdf`);
    const [first, second] = [await download(), await download()];
    expect(first.headers.get('etag')).toBe(second.headers.get('etag'));
    expect(Buffer.from(await first.arrayBuffer()).equals(Buffer.from(await second.arrayBuffer()))).toBe(true);
  });

  it('lets a PDF that someone waits for overtake a large batch', async () => {
    const large = await stack.client.create(buildBatchBody(600, 'LARGE'));
    await stack.client.ended(large);
    const last = large * 1000 + 599;
    const answer = await stack.client.request(`/batch_invoices/${last}/pdf`);
    expect(answer.status).toBe(200);
    const { rows } = await stack.database.pool.query<{ pdfs: number }>(
      'select count(*)::int as pdfs from pdfs where issued_invoice_id / 1000 = $1',
      [large],
    );
    expect(rows[0]!.pdfs).toBeLessThan(600);
  });
});
