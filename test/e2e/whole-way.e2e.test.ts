import type { CorrectionAction } from '../../src/contracts/correction-input.ts';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RegistrationAnswer } from '../../src/contracts/answers.ts';
import { eventually } from '../support/eventually.ts';
import { buildBatchBody } from '../support/invoices.ts';
import { runCli } from '../support/run-cli.ts';
import { openStack, type TestStack } from '../support/stack.ts';

/*
 * The engine as it is started by default, with one ingress and one worker, from the request to the
 * result.
 */

let stack: TestStack;
beforeAll(async () => {
  stack = await openStack();
  await stack.startWorker();
});
afterAll(() => stack[Symbol.asyncDispose]());

/** Runs a command of the operator. @returns its output. */
async function command(program: string, ...args: string[]): Promise<string> {
  const { code, out, err } = await runCli(program, args, { DATABASE_URL: stack.database.url });
  if (code !== 0) throw new Error(err);
  return out;
}

async function readText(pdf: Response) {
  const document = await getDocumentProxy(new Uint8Array(await pdf.arrayBuffer()));
  const { text, totalPages } = await extractText(document, { mergePages: true });
  return { text: text.replace(/\s+/g, ' '), totalPages };
}

// This test comes first, so that its records are alone in their messages.
describe('corrections by the API', () => {
  const correct = (action: CorrectionAction, id: number, reason: string) =>
    stack.client.request(`/batch_invoices/${id}/${action}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ reason }),
    });
  /** Waits until the last record has an answer. @returns the kinds and states of all records. */
  const answered = (id: number, records: number) =>
    eventually(
      async () => {
        const answer = await stack.client.request(`/batch_invoices/${id}/registration`);
        if (answer.status !== 200) return null;
        const { data } = (await answer.json()) as RegistrationAnswer;
        const isOver = data.records.length === records && data.records.at(-1)!.state !== 'remission';
        return isOver ? data.records.map(({ kind, state }) => `${kind} ${state}`) : null;
      },
      { within: 30_000, what: `the answer to record ${records} of invoice ${id}` },
    );
  const readPage = async (id: number) =>
    (await readText(await stack.client.request(`/batch_invoices/${id}/pdf`))).text;

  it(
    'reach AEAT at once through real processes, and the PDF of an annulled invoice shows the annulment',
    { timeout: 120_000 },
    async () => {
      stack.aeat.control.addFaults({ kind: 'record-error', code: 1110, records: 1, count: 1 });
      const id = (await stack.client.create(buildBatchBody(1, 'FIX'))) * 1000;
      expect(await answered(id, 1)).toEqual(['alta rejected']);

      const forbidden = await correct('resend', id, 'Censo corregido');
      expect([forbidden.status, await forbidden.json()]).toMatchObject([
        403,
        { error: { code: 'forbidden' } },
      ]);
      await command('org', 'rights', '1', '--rights', 'submit,read,correct');
      const resent = await eventually(async () => {
        const answer = await correct('resend', id, 'Censo corregido');
        return answer.status === 403 ? null : answer;
      });
      expect(resent.status).toBe(202);
      expect(await answered(id, 2)).toEqual(['alta rejected', 'alta accepted']);
      expect(await readPage(id)).not.toContain('FACTURA ANULADA');

      expect((await correct('annul', id, 'Emitida dos veces')).status).toBe(202);
      expect(await answered(id, 3)).toEqual(['alta rejected', 'alta accepted', 'anulacion accepted']);
      await eventually(async () => (await readPage(id)).includes('FACTURA ANULADA') || null, {
        within: 20_000,
        what: 'the page of the annulled invoice',
      });
      const acts = await command('audit', '--act', 'invoice.annul');
      expect(acts).toContain(`invoice.annul ${id}  organization 1  by key:1: Emitida dos veces`);
      expect(stack.aeat.control.gaps()).toMatchObject({ ok: true });
    },
  );
});

describe('a batch', () => {
  it('gets one PDF per issued invoice, of any length, after its POST', async () => {
    const long = Array.from({ length: 60 }, (_, index) => ({
      concept: `Partida ${index + 1}`,
      units: 1,
      unit_price: 1,
      tax_rate: 21,
    }));
    const body = buildBatchBody(24, 'WAY', (index) => {
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
      const { text, totalPages } = await readText(answer);
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

  it('gets a requested PDF before the rest of the batch is rendered', async () => {
    const large = await stack.client.create(buildBatchBody(400, 'LARGE'));
    await stack.client.ended(large);
    const last = large * 1000 + 399;
    const answer = await stack.client.request(`/batch_invoices/${last}/pdf`);
    expect(answer.status).toBe(200);
    const { rows } = await stack.database.pool.query<{ pdfs: number }>(
      'select count(*)::int as pdfs from pdfs where issued_invoice_id / 1000 = $1',
      [large],
    );
    expect(rows[0]!.pdfs).toBeLessThan(400);
  });
});
