import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { InvoiceInput } from '../../src/contracts/invoice-input.ts';
import { listChains } from '../../src/operate/chains/chains.ts';
import { correctInvoice } from '../../src/operate/correct-invoice.ts';
import type { CorrectionOrder } from '../../src/operate/correction-order.ts';
import { reconcile } from '../../workers/reconcile.ts';
import { renderPdfs } from '../../src/render/render-pdfs.ts';
import { withSnapshot } from '../../src/platform/postgres/snapshot.ts';
import { verifyChain } from '../../src/operate/verify-chain.ts';
import type { NewJob } from '../../src/platform/jobs/job-queues.ts';
import { createMetrics } from '../support/metrics.ts';
import { openSharedRenderer } from '../render/support/open-test-renderer.ts';
import { readPdf } from '../render/support/read-pdf.ts';
import { issueBatch } from '../support/engine.ts';
import { openTestRemission, type TestRemission } from '../support/remission.ts';
import { printingContext } from '../support/printing.ts';

describe('corrections of issued invoices', () => {
  let test: TestRemission;
  let chainId: number;
  beforeEach(async () => {
    test = await openTestRemission();
  });
  afterEach(() => test[Symbol.asyncDispose]());

  /** Issues and sends a batch. @returns the id of its first invoice. */
  async function remitted(count: number, series: string, changes?: (index: number) => InvoiceInput) {
    const batchId = await issueBatch(test.api, test.organization, count, series, changes);
    chainId = await test.chainOf();
    await send();
    return batchId * 1000;
  }
  async function send(timeoutMs?: number) {
    const result = await test.remit(chainId, timeoutMs);
    test.pass(61);
    return result;
  }
  const order = (action: CorrectionOrder['action'], invoiceId: number, more: Partial<CorrectionOrder> = {}) =>
    correctInvoice(test.correcting(), {
      invoiceId,
      action,
      reason: 'Por error',
      operator: 'operadora',
      ...more,
    });
  const stateOf = async (invoiceId: number) =>
    (await test.states(Math.floor(invoiceId / 1000)))[invoiceId % 1000];
  const lastXml = async () =>
    (
      await test.read<{ xml: string }>('select xml from registration_records order by sequence desc limit 1')
    )[0]!.xml;
  const expectWholeChain = async () => {
    await withSnapshot(test.pool, async (client) => {
      const [chain] = await listChains(client, test.organization.id, null);
      expect(await verifyChain(client, chain!)).toEqual({ kind: 'intact', records: chain!.sequence });
    });
    expect(test.sandbox.control.gaps()).toMatchObject({ ok: true, chains: [{ gaps: [] }] });
  };

  it('send a refused record again as a subsanación, a new record at the head of the chain', async () => {
    test.sandbox.control.addFaults({ kind: 'record-error', code: 1110, records: 1, count: 1 });
    const invoice = (await remitted(3, 'R')) + 2;
    expect(await stateOf(invoice)).toBe('rejected');
    const before = await test.read('select * from registration_records order by sequence');
    expect(await order('resend', invoice)).toMatchObject({ kind: 'subsanacion', sequence: 4, pending: 1 });
    expect(await lastXml()).toContain(
      '<si:Subsanacion>S</si:Subsanacion><si:RechazoPrevio>X</si:RechazoPrevio>',
    );
    expect(await stateOf(invoice)).toBe('rejected');
    await send();
    expect(await stateOf(invoice)).toBe('accepted');
    expect((await test.read('select * from registration_records order by sequence')).slice(0, 3)).toEqual(
      before,
    );
    expect(await test.read('select kind, reason, operator, sequence::int from corrections')).toEqual([
      { kind: 'subsanacion', reason: 'Por error', operator: 'operadora', sequence: 4 },
    ]);
    await expectWholeChain();
  });

  it('send a refused subsanación of an accepted record again with RechazoPrevio S', async () => {
    test.sandbox.control.replaceCensus({ unknown: ['12345678Z'] });
    const person = { recipient_document_number: '12345678Z', recipient_legal_name: 'Persona de Prueba' };
    const invoice = await remitted(1, 'E', () => person);
    expect(await stateOf(invoice)).toBe('accepted_with_errors');
    test.sandbox.control.addFaults({ kind: 'record-error', code: 1110, records: 1, count: 1 });
    await order('resend', invoice, { isRecipientOutsideCensus: true });
    expect(await lastXml()).toContain(
      '<si:IDOtro><si:CodigoPais>ES</si:CodigoPais><si:IDType>07</si:IDType><si:ID>12345678Z</si:ID></si:IDOtro>',
    );
    await send();
    expect(await stateOf(invoice)).toBe('accepted_with_errors');
    await order('resend', invoice);
    expect(await lastXml()).toContain('<si:RechazoPrevio>S</si:RechazoPrevio>');
    test.sandbox.control.replaceCensus({ unknown: [] });
    await send();
    expect(await stateOf(invoice)).toBe('accepted');
    await expectWholeChain();
  });

  it.each([
    ['that AEAT accepted', false, ''],
    ['that AEAT refused', true, '<si:SinRegistroPrevio>S</si:SinRegistroPrevio>'],
  ])('annul an invoice %s with a RegistroAnulacion', async (_what, isRefused, flags) => {
    if (isRefused) test.sandbox.control.addFaults({ kind: 'record-error', code: 1110, records: 1, count: 1 });
    const invoice = await remitted(1, 'A');
    expect(await order('annul', invoice)).toMatchObject({ kind: 'anulacion', sequence: 2 });
    expect(await lastXml()).toContain(`</si:RefExterna>${flags}<si:Encadenamiento>`);
    await expect(order('annul', invoice)).rejects.toThrow('AEAT has not answered record 2 yet');
    await send();
    expect(test.sandbox.control.records().at(-1)!.record).toMatchObject({ kind: 'Anulacion' });
    await expect(order('annul', invoice)).rejects.toThrow(
      'Invoice A-1 cannot be annulled: it is annulled already',
    );
    await expect(order('resend', invoice)).rejects.toThrow('AEAT has its annulment');
    await expectWholeChain();
  });

  it('send a refused annulment again with RechazoPrevio S', async () => {
    const invoice = await remitted(1, 'A');
    await order('annul', invoice);
    test.sandbox.control.addFaults({ kind: 'record-error', code: 1110, records: 1, count: 1 });
    await send();
    await expect(order('annul', invoice)).rejects.toThrow(
      'AEAT refused its annulment (record 2): resend that',
    );
    expect(await order('resend', invoice)).toMatchObject({ kind: 'anulacion', sequence: 3 });
    expect(await lastXml()).toContain('<si:RechazoPrevio>S</si:RechazoPrevio>');
    await send();
    expect(await test.read(`select state from record_answers where sequence = 3`)).toEqual([
      { state: 'accepted' },
    ]);
  });

  it('prevent the rectification of an annulled invoice', async () => {
    const invoice = await remitted(1, 'A');
    await order('annul', invoice);
    const batchId = await issueBatch(test.api, test.organization, 1, 'RECT', () => ({
      invoice_type: 'R1',
      rectified_invoice_id: invoice,
    }));
    const answer = await test.api.get(test.organization.token, `/invoice_batches/${batchId}/batch_invoices`);
    expect(answer.json()).toMatchObject({
      data: [{ processing_status: 'failed', processing_error: 'Rectified invoice is annulled' }],
    });
  });

  it('cause a new PDF that states the annulment, and keep the previous PDF', async () => {
    const invoice = await remitted(2, 'P');
    await using renderer = await openSharedRenderer();
    const context = { ...printingContext(test.api), renderer };
    const job = { organizationId: test.organization.id, batchId: invoice / 1000, from: 0, to: 99 };
    expect(await renderPdfs(context, job)).toBe(2);
    const download = async (id: number) =>
      (await test.api.get(test.organization.token, `/batch_invoices/${id}/pdf`)).rawPayload;
    const first = await download(invoice);
    await order('annul', invoice);

    const jobs: NewJob[] = [];
    const look = () =>
      reconcile({
        pool: test.pool,
        jobQueues: {
          repeat: async (sent) => {
            jobs.push(...sent);
            return [...sent];
          },
        },
        metrics: createMetrics(),
        now: () => test.api.clock.now,
        environment: { SPFE_TRANSPORT: 'none' },
        place: { batch: 0, rendering: 0, endpoint: 0 },
      });
    await look();
    const due = jobs.filter(({ name }) => name === 'render-pdfs').map(({ payload }) => payload);
    expect(due).toEqual([{ ...job, from: 0, to: 0 }]);
    expect(await renderPdfs(context, job)).toBe(1);
    const second = await download(invoice);
    expect(
      await readPdf(first).then(({ pages }) =>
        pages
          .flat()
          .map(({ text }) => text)
          .join(' '),
      ),
    ).not.toContain('FACTURA ANULADA');
    expect(
      await readPdf(second).then(({ pages }) =>
        pages
          .flat()
          .map(({ text }) => text)
          .join(' '),
      ),
    ).toContain('FACTURA ANULADA');
    expect(
      await readPdf(await download(invoice + 1)).then(({ pages }) =>
        pages
          .flat()
          .map(({ text }) => text)
          .join(' '),
      ),
    ).not.toContain('ANULADA');
    expect(await download(invoice)).toEqual(second);
    expect(
      await test.read('select is_annulled from pdfs where issued_invoice_id = $1 order by 1', [invoice]),
    ).toEqual([{ is_annulled: false }, { is_annulled: true }]);
    jobs.length = 0;
    await look();
    expect(jobs.filter(({ name }) => name === 'render-pdfs')).toEqual([]);
    expect(await test.read('select rendered_at is not null as done from corrections')).toEqual([
      { done: true },
    ]);
  });

  describe('when the answer of AEAT was lost', () => {
    const LOST = { kind: 'timeout', when: 'after', count: 1 } as const;
    const sent = () =>
      test.sandbox.control.log().filter(({ operation }) => operation === 'RegFactuSistemaFacturacion').length;

    it.each(['resend', 'annul'] as const)(
      'query AEAT’s register and send nothing twice: %s',
      async (action) => {
        test.sandbox.control.replaceCensus({ unknown: ['G12345674'] });
        const invoice = await remitted(1, 'L', () => ({ recipient_document_number: 'G12345674' }));
        await order(action, invoice);
        await issueBatch(test.api, test.organization, 2, 'BEHIND');
        test.sandbox.control.addFaults(LOST);
        expect(await send(400)).toMatchObject({ isComplete: false });
        expect(sent()).toBe(2);
        expect(await send()).toMatchObject({ isComplete: true, pending: 0 });
        expect(sent()).toBe(2);
        expect(await test.read('select count(*)::int as n from record_answers')).toEqual([{ n: 4 }]);
        expect(test.sandbox.control.gaps()).toMatchObject({ ok: true, chains: [{ stored: 4, repeats: 0 }] });
      },
    );

    it('are sent again when AEAT’s register does not contain them', async () => {
      const invoice = await remitted(1, 'N');
      await order('annul', invoice);
      test.sandbox.control.addFaults({ ...LOST, when: 'before' });
      expect(await send(400)).toMatchObject({ isComplete: false });
      expect(await send()).toMatchObject({ isComplete: true });
      expect(test.sandbox.control.gaps()).toMatchObject({ ok: true, chains: [{ stored: 2 }] });
    });

    it('wait while AEAT’s register does not answer', async () => {
      const invoice = await remitted(1, 'W');
      await order('annul', invoice);
      test.sandbox.control.addFaults({ ...LOST, when: 'before' });
      await send(400);
      test.sandbox.control.addFaults({ kind: 'http-status', operation: 'consulta', status: 503, count: 1 });
      expect(await send()).toMatchObject({ isComplete: false });
      expect(sent()).toBe(2);
      expect(await send()).toMatchObject({ isComplete: true });
    });
  });

  it('hold the lease for the query of the register and the following message', async () => {
    const invoice = await remitted(1, 'LEASE');
    await order('annul', invoice);
    test.sandbox.control.addFaults({ kind: 'timeout', when: 'before', count: 1 });
    await send(400);
    test.sandbox.control.addFaults({ kind: 'timeout', operation: 'consulta', when: 'before', count: 1 });
    const asked = test.sandbox.control.log().length + 1;
    const sending = test.remit(chainId, 400);
    await test.arrived(asked);
    const [lease] = await test.read<{ until: number }>(
      'select (extract(epoch from sending_until) * 1000)::float8 as until from remissions',
    );
    expect(lease!.until - test.api.clock.now.getTime()).toBe(3 * 400 + 15_000);
    await sending;
  });

  it('are refused for an invoice without VeriFactu and for an unknown invoice', async () => {
    const plain = await test.api.createOrganization('Sin SL', 'exempt');
    const batchId = await issueBatch(test.api, plain, 1, 'OFF');
    await expect(order('annul', batchId * 1000)).rejects.toThrow('was issued without VeriFactu');
    await expect(order('annul', 999_999_000)).rejects.toThrow('There is no issued invoice 999999000');
  });

  it('cannot be changed or deleted', async () => {
    const invoice = await remitted(1, 'G');
    await order('annul', invoice);
    for (const sql of [
      `update corrections set reason = 'x'`,
      'delete from corrections',
      'truncate corrections',
      `insert into corrections (organization_id, issued_invoice_id, chain_id, sequence, kind, reason, operator, created_at)
       select organization_id, issued_invoice_id, chain_id, 1, 'anulacion', 'x', 'x', now() from corrections`,
    ]) {
      await expect(test.pool.query(sql)).rejects.toThrow(/refused|only rendered_at can be set|must belong/);
    }
  });
});
