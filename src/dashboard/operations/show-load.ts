import { LOAD_MINUTES } from '../../monitor/statements/bounds.ts';
import type { OrganizationLoad } from '../../monitor/statements/work.ts';
import { html } from '../pages/html.ts';
import { count, showId, table } from '../pages/parts.ts';
import { type Panel, panel } from './panel.ts';
import type { ShowAct } from './show-findings.ts';

/** Shows the work per organization. */
export function showLoad(load: readonly OrganizationLoad[] | null, showAct: ShowAct): Panel {
  return panel({
    id: 'load',
    title: 'Largest senders',
    rows: load,
    none: `No organization sent invoices in the last ${LOAD_MINUTES} minutes, and no work waits.`,
    show: (rows) =>
      table({
        caption: `Organizations with the most waiting work, and what they sent in the last ${LOAD_MINUTES} minutes`,
        id: ({ organizationId }) => `load-${organizationId}`,
        rows,
        columns: [
          {
            head: 'Organization',
            cell: ({ organizationId: id, name, pausedAt }) => {
              const act = pausedAt === null ? 'organization.pause' : 'organization.resume';
              return html`${name}
                <span class="quiet">${showId(id)}${pausedAt !== null && ', paused'}</span>
                ${showAct({ act, id })}`;
            },
          },
          {
            head: `Sent, ${LOAD_MINUTES} min`,
            isCount: true,
            cell: ({ newInvoices, allNewInvoices }) =>
              `${count(newInvoices)}${allNewInvoices > 0 ? ` (${Math.round((100 * newInvoices) / allNewInvoices)} %)` : ''}`,
          },
          { head: 'To issue', isCount: true, cell: ({ openInvoices }) => count(openInvoices) },
          { head: 'To render', isCount: true, cell: ({ openPdfs }) => count(openPdfs) },
          { head: 'Pending at AEAT', isCount: true, cell: ({ openRecords }) => count(openRecords) },
        ],
      }),
  });
}
