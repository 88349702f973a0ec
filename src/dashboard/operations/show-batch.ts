import { adviseRecord } from '../../monitor/judge-faults.ts';
import type { BatchFault, BatchView } from '../../monitor/statements/drill-down.ts';
import type { Html } from '../../domain/html/html-template.ts';
import { html } from '../pages/html.ts';
import { command, count, mark, progress, showId, table } from '../pages/parts.ts';
import { panel } from './panel.ts';
import type { ShowAct } from './show-findings.ts';
import { ago } from './show-time.ts';

/*
 * Page of a batch: its progress, and each invoice that failed or that AEAT refused, with the
 * original messages.
 */

const STATUS_TEXTS: Readonly<Record<BatchView['status'], string>> = {
  received: 'waits to be issued',
  processing: 'is being issued',
  processed: 'is issued',
  processed_with_errors: 'is issued, except for invoices that failed',
  failed: 'failed: none of its invoices was issued',
};

/**
 * Returns the page of a batch.
 * @param isPrivate whether the client's data may be shown, which requires that the view is
 *   recorded.
 */
export function showBatch(batch: BatchView, isPrivate: boolean, now: number, showAct: ShowAct): Html {
  const { batchId, externalBatchId, organizationId, organizationName, status, invoices, faults } = batch;
  const { receivedAt, processedAt, failed, issued, pdfs, pdfsOnDemand, records, answered } = batch;
  return html`<p><a href="/operations">← Operations</a></p>
    <h1>Batch ${batchId} ${STATUS_TEXTS[status]}</h1>
    <div class="stack">
      <section class="panel" aria-label="Progress">
        <dl class="facts">
          <dt>Organization</dt>
          <dd>${organizationName} <span class="quiet">${organizationId}</span></dd>
          <dt>External id</dt>
          <dd>${externalBatchId ?? 'none'}</dd>
          <dt>Received</dt>
          <dd>${ago(receivedAt, now)}</dd>
          <dt>Ended</dt>
          <dd>${processedAt === null ? 'not yet' : ago(processedAt, now)}</dd>
          <dt>Issued</dt>
          <dd>
            ${invoices === failed ? 'none: all invoices failed' : progress('Issued', issued, invoices - failed)}
          </dd>
          <dt>PDFs</dt>
          <dd>
            ${issued === 0 ? '–' : progress('PDFs', pdfs, issued)}
            ${pdfsOnDemand ? html`<span class="quiet">rendered on request</span>` : ''}
          </dd>
          <dt>Answered by AEAT</dt>
          <dd>${records === 0 ? '–' : progress('Records that AEAT answered', answered, records)}</dd>
          <dt>Failed</dt>
          <dd>${count(failed)}</dd>
        </dl>
        <p class="ways">${showAct({ act: 'batch.retry', id: batchId })}</p>
      </section>
      ${isPrivate ? showFaults(faults, showAct) : NOT_SHOWN}
    </div>
    <p class="quiet">
      Whoever opens this page is written down, for it shows what a client wrote: npm run engine -- audit --act
      batch.look
    </p>`;
}

const NOT_SHOWN = html`<section class="panel" aria-label="Failed and refused invoices">
  <h2>Failed and refused invoices</h2>
  <p>
    Not shown: each view of this personal data must be recorded in the database first, which is not possible
    now.
  </p>
</section>`;

function showFaults(faults: readonly BatchFault[], showAct: ShowAct): Html {
  const [{ total } = { total: 0 }] = faults;
  const { filled, none } = panel({
    id: 'faults',
    title: 'Failed and refused invoices',
    rows: faults,
    none: 'None: no invoice failed, and AEAT refused none.',
    more:
      total > faults.length
        ? `The first ${faults.length} of ${count(total)}; the API lists all of them (GET /invoice_batches/{id}/batch_invoices).`
        : null,
    show: (rows) =>
      table({
        caption: 'Invoices that failed, or whose record AEAT refused or accepted with errors',
        id: ({ invoiceId }) => `invoice-${invoiceId}`,
        rows,
        columns: [
          {
            head: 'Invoice',
            cell: ({ invoiceId, invoiceNumber, externalInvoiceId }) =>
              html`${invoiceNumber ?? 'without a number'}
                <span class="quiet"
                  >${showId(invoiceId)}${externalInvoiceId !== null && html`, ${externalInvoiceId}`}</span
                >`,
          },
          { head: 'Problem', cell: showFault },
          {
            head: 'To do',
            cell: (fault) =>
              fault.error === null
                ? html`${command(adviseRecord(fault, fault.invoiceId))}
                  ${showAct({ act: 'invoice.resend', id: fault.invoiceId })}
                  ${showAct({ act: 'invoice.annul', id: fault.invoiceId })}`
                : 'the client corrects the invoice and sends it again',
          },
        ],
      }),
  });
  return filled ?? html`<p class="quiet">${none}</p>`;
}

function showFault({ error, state, code, message }: BatchFault): Html {
  if (error !== null) return html`${mark('look', 'Failed')} ${error}`;
  const sign = state === 'rejected' ? mark('act', 'Refused by AEAT') : mark('look', 'Accepted with errors');
  return html`${sign} ${code} ${message}`;
}
