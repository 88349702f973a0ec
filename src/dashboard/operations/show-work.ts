import { MOST_COUNTED } from '../../monitor/statements/bounds.ts';
import type { BatchInFlight, UnfinishedWork, WorkKind } from '../../monitor/statements/work.ts';
import type { Html } from '../../domain/html/html-template.ts';
import { html } from '../pages/html.ts';
import { count, progress, showId, table } from '../pages/parts.ts';
import { type Panel, panel } from './panel.ts';
import type { WorkSample } from '../../platform/jobs/work-samples.ts';
import { describeForecast, forecast } from '../../monitor/forecast.ts';
import { formatSpan } from '../../monitor/finding.ts';
import { ago } from './show-time.ts';

/* Sections about unfinished work: totals, and batch by batch. */

const NAMES: Readonly<Record<WorkKind, string>> = {
  batch: 'Batches to issue',
  pdf: 'PDFs to render',
  record: 'Records to send',
  webhook: 'Webhooks to deliver',
};

/** Shows the four totals with their pace. */
export function showFigures(
  work: readonly UnfinishedWork[] | null,
  samples: readonly WorkSample[],
  now: number,
): Html {
  if (work === null)
    return html`<p class="quiet">
      The amount of waiting work is unknown: the database took too long to answer.
    </p>`;
  return html`<dl class="figures">
    ${work.map(
      ({ kind, count: number, oldestAt }) =>
        html`<div>
          <dt>${NAMES[kind]}</dt>
          <dd>
            <span class="number">${count(number)}${kind !== 'record' && number >= MOST_COUNTED && '+'}</span>
          </dd>
          <dd class="quiet">
            ${oldestAt === null ? 'none is waiting' : `the oldest for ${formatSpan(now - oldestAt)}`}
          </dd>
          ${showPace({ kind, count: number }, samples, now)}
        </div>`,
    )}
  </dl>`;
}

function showPace(
  work: Pick<UnfinishedWork, 'kind' | 'count'>,
  samples: readonly WorkSample[],
  now: number,
): Html | null {
  const pace = forecast(work, samples, now);
  return pace && html`<dd class="quiet">${describeForecast(pace, now)}</dd>`;
}

/** Shows the oldest unfinished batches. */
export function showBatches(batches: readonly BatchInFlight[] | null, now: number): Panel {
  return panel({
    id: 'batches',
    title: 'Oldest batches in flight',
    rows: batches,
    none: 'Every batch is issued and has all its PDFs.',
    show: (rows) =>
      table({
        caption: 'The oldest batches that are not issued or lack PDFs, with their progress',
        id: ({ batchId }) => `batch-${batchId}`,
        rows,
        columns: [
          {
            head: 'Batch',
            cell: ({ batchId, externalBatchId }) =>
              html`<a href="/operations/batches/${batchId}">${batchId}</a>
                ${externalBatchId !== null && html`<span class="quiet">${externalBatchId}</span>`}`,
          },
          { head: 'Organization', cell: ({ organizationId }) => showId(organizationId) },
          { head: 'Received', cell: ({ receivedAt }) => ago(receivedAt, now) },
          { head: 'Issued', cell: showIssued },
          {
            head: 'PDFs',
            cell: ({ batchId, pdfs, issued }) =>
              issued === 0 ? '–' : progress(`PDFs of batch ${batchId}`, pdfs, issued),
          },
          {
            head: 'Answered by AEAT',
            cell: ({ batchId, records, answered }) =>
              records === 0
                ? '–'
                : progress(`Records of batch ${batchId} that AEAT answered`, answered, records),
          },
          {
            head: 'Failed',
            isCount: true,
            cell: ({ batchId, failed }) =>
              failed === 0 ? '0' : html`<a href="/operations/batches/${batchId}">${count(failed)}</a>`,
          },
        ],
      }),
  });
}

function showIssued({ batchId, status, issued, failed, invoices }: BatchInFlight): Html {
  return status === 'received'
    ? html`<span class="quiet">waiting, ${count(invoices)}</span>`
    : progress(`Issued of batch ${batchId}`, issued, invoices - failed);
}
