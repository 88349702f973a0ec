import { adviseRecord } from '../../monitor/judge-faults.ts';
import { nameSome } from '../../monitor/finding.ts';
import type { FailureGroup, UncorrectedGroup } from '../../monitor/statements/faults.ts';
import { html } from '../pages/html.ts';
import { command, count, mark, showId, table } from '../pages/parts.ts';
import { type Panel, panel } from './panel.ts';
import { ago } from './show-time.ts';

/* Sections about failures: records at AEAT, and invoices of clients. */

const ONLY_NEWEST = 'Only the newest 2,000 were examined; there are more.';
const linkTo = (invoiceId: number) =>
  html`<a href="/operations/batches/${Math.floor(invoiceId / 1000)}#invoice-${invoiceId}">${invoiceId}</a>`;

/** Shows records that AEAT refused or in which it found errors. */
export function showUncorrected(groups: readonly UncorrectedGroup[] | null, now: number): Panel {
  return panel({
    id: 'records',
    title: 'Records to correct',
    rows: groups,
    none: 'No record that AEAT refused or accepted with errors needs a correction.',
    more: groups?.some(({ isWhole }) => !isWhole) === true ? ONLY_NEWEST : null,
    show: (rows) =>
      table({
        caption:
          "Records that AEAT refused or accepted with errors and that are not corrected, by AEAT's message",
        id: ({ state, code, kind, invoiceIds }) => `record-${state}-${code}-${kind}-${invoiceIds[0]}`,
        rows,
        columns: [
          {
            head: "AEAT's message",
            cell: ({ state, code, message }) =>
              html`${state === 'rejected' ? mark('act', 'Refused') : mark('look', 'With errors')} ${code}
              ${message}`,
          },
          { head: 'Records', isCount: true, cell: ({ records }) => count(records) },
          { head: 'Organizations', cell: ({ organizationIds }) => showId(nameSome(organizationIds)) },
          { head: 'Last', cell: ({ lastAt }) => ago(lastAt, now) },
          {
            head: 'Invoices',
            cell: ({ invoiceIds }) =>
              html`<ul>
                ${invoiceIds.map((id) => html`<li>${linkTo(id)}</li>`)}
              </ul>`,
          },
          { head: 'To do', cell: (group) => command(adviseRecord(group, group.invoiceIds[0] ?? 0)) },
        ],
      }),
  });
}

/** Shows invoices that failed in the last 24 hours. */
export function showFailures(groups: readonly FailureGroup[] | null, now: number): Panel {
  return panel({
    id: 'failures',
    title: 'Failed in the last 24 hours',
    rows: groups,
    none: 'No invoice failed in the last 24 hours.',
    more: groups?.some(({ isWhole }) => !isWhole) === true ? ONLY_NEWEST : null,
    show: (rows) =>
      table({
        caption: 'Invoices that failed in the last 24 hours, by message without numbers and names',
        id: ({ message }) => `failure-${message.replaceAll(/\W+/g, '-').slice(0, 60)}`,
        rows,
        columns: [
          { head: 'Message', cell: ({ message }) => message },
          { head: 'Invoices', isCount: true, cell: ({ invoices }) => count(invoices) },
          { head: 'Organizations', cell: ({ organizationIds }) => showId(nameSome(organizationIds)) },
          { head: 'Last', cell: ({ lastAt }) => ago(lastAt, now) },
          {
            head: 'Batches',
            cell: ({ batchIds }) =>
              html`<ul>
                ${batchIds.map((id) => html`<li><a href="/operations/batches/${id}">${id}</a></li>`)}
              </ul>`,
          },
        ],
      }),
  });
}
