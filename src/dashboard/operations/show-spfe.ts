import { formatMessage } from '../../contracts/messages/format-message.ts';
import type { SpfeSight } from '../../monitor/judge-spfe.ts';
import { hasSpfeTransport } from '../../monitor/spfe-transport.ts';
import type { OpenSpfeIssuer, SpfeMeasures } from '../../monitor/statements/spfe.ts';
import { html } from '../pages/html.ts';
import { count, mark, showId, table, type Urgency } from '../pages/parts.ts';
import { type Panel, panel } from './panel.ts';
import type { ShowAct } from './show-findings.ts';
import { ago, moment } from './show-time.ts';

/*
 * Section about the public solution of electronic invoices (SPFE): the deliveries of each issuer that
 * are neither there nor given up.
 */

function judge(issuer: OpenSpfeIssuer, hasTransport: boolean): readonly [Urgency, string] {
  const { haltedAt, failures, rejected, undecided, mustCompare } = issuer;
  if (haltedAt !== null) return ['act', 'Halted'];
  if (rejected > 0) return ['act', 'Rejected'];
  if (failures > 0) return ['look', 'Incident'];
  if (mustCompare) return ['look', 'Uncompared'];
  if (undecided > 0) return ['look', 'To decide'];
  return ['calm', hasTransport ? 'In progress' : 'Kept'];
}

function explain({ haltedReason, failures, lastOutcome, lastCode, lastMessage }: OpenSpfeIssuer): string {
  if (haltedReason !== null) return haltedReason;
  if (failures === 0 || lastOutcome === 'answered') return '';
  return [lastCode, lastMessage].filter((part) => part !== null).join(': ');
}

/** Shows the issuers whose deliveries to the SPFE are open. */
export function showSpfe({ issuers, measures, processes }: SpfeSight, now: number, showAct: ShowAct): Panel {
  const hasTransport = hasSpfeTransport(processes ?? []);
  return panel({
    id: 'spfe',
    title: 'Public solution (SPFE)',
    rows: issuers,
    none: 'No delivery to the SPFE is open.',
    more: measures && summarize(measures, issuers?.length ?? 0, hasTransport),
    show: (rows) =>
      table({
        caption:
          'Issuers with deliveries to the SPFE that are neither there nor given up, or that need an operator',
        id: ({ organizationId, issuerNif }) => `spfe-${organizationId}-${issuerNif}`,
        rows,
        columns: [
          {
            head: 'Issuer',
            cell: (issuer) => {
              const [urgency, word] = judge(issuer, hasTransport);
              return html`${mark(urgency, word)} ${showId(issuer.issuerNif)}
                <span class="quiet">organization ${showId(issuer.organizationId)}</span>`;
            },
          },
          { head: 'Waiting', isCount: true, cell: ({ waiting }) => count(waiting) },
          { head: 'Rejected', isCount: true, cell: ({ rejected }) => count(rejected) },
          { head: 'To decide', isCount: true, cell: ({ undecided }) => count(undecided) },
          {
            head: 'Due first',
            cell: ({ firstDueBy }) => (firstDueBy === null ? '–' : moment(firstDueBy, now)),
          },
          { head: 'Last request', cell: ({ lastAt }) => (lastAt === null ? '–' : ago(lastAt, now)) },
          { head: 'Why', cell: explain },
          {
            head: 'Next request',
            cell: ({ chainId, haltedAt, nextAllowedAt }) => {
              if (haltedAt !== null)
                return html`when it is resumed, halted ${ago(haltedAt, now)}
                ${chainId !== null && showAct({ act: 'spfe.resume', id: chainId })}`;
              if (!hasTransport) return 'none';
              return nextAllowedAt === null || nextAllowedAt < now ? 'at once' : moment(nextAllowedAt, now);
            },
          },
        ],
      }),
  });
}

function summarize(
  { waiting, overdue, rejected, halted }: SpfeMeasures,
  shown: number,
  hasTransport: boolean,
): string {
  const counted = `Deliveries of all issuers: ${count(waiting)} waiting, ${count(rejected)} rejected. Issuers halted: ${halted}. Shown: ${shown}; npm run engine -- spfe lists all.`;
  return hasTransport
    ? `Due more than 24 hours ago: ${count(overdue)}. ${counted}`
    : `${formatMessage('spfe_unpublished').en}. ${counted}`;
}
