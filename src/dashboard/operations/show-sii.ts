import { explainTry } from '../../operate/chains/describe-failures.ts';
import type { OpenIssuer, SiiMeasures } from '../../monitor/statements/sii.ts';
import { html } from '../pages/html.ts';
import { count, mark, showId, table, type Urgency } from '../pages/parts.ts';
import { type Panel, panel } from './panel.ts';
import type { ShowAct } from './show-findings.ts';
import { ago, moment } from './show-time.ts';

/*
 * Section about SII: the entries of each issuer that AEAT has not accepted, and their deadlines
 * (RIVA, art. 69 bis).
 */

function judge({
  haltedAt,
  overdue,
  failures,
  rejected,
  rejectedCollections,
}: OpenIssuer): readonly [Urgency, string] {
  if (haltedAt !== null) return ['act', 'Halted'];
  if (overdue > 0) return ['act', 'Late'];
  if (failures > 0) return ['look', 'Incident'];
  return rejected + rejectedCollections > 0 ? ['look', 'Rejected'] : ['calm', 'In progress'];
}

function explain({ haltedReason, failures, lastTry }: OpenIssuer): string {
  if (haltedReason !== null) return haltedReason;
  if (failures === 0) return '';
  return lastTry === null ? 'AEAT did not answer' : explainTry(lastTry);
}

/** Shows the issuers in SII with open work. */
export function showSii(
  issuers: readonly OpenIssuer[] | null,
  measures: SiiMeasures | null,
  now: number,
  showAct: ShowAct,
): Panel {
  return panel({
    id: 'sii',
    title: 'SII',
    rows: issuers,
    none: 'SII has accepted every entry.',
    more: measures && summarize(measures, issuers?.length ?? 0),
    show: (rows) =>
      table({
        caption:
          'Issuers in SII with entries or collections that AEAT has not accepted, or that need an operator',
        id: ({ organizationId, issuerNif }) => `sii-${organizationId}-${issuerNif}`,
        rows,
        columns: [
          {
            head: 'Issuer',
            cell: (issuer) => {
              const [urgency, word] = judge(issuer);
              return html`${mark(urgency, word)} ${showId(issuer.issuerNif)}
                <span class="quiet">organization ${showId(issuer.organizationId)}</span>`;
            },
          },
          { head: 'Waiting', isCount: true, cell: ({ waiting }) => count(waiting) },
          { head: 'Sent', isCount: true, cell: ({ sent }) => count(sent) },
          { head: 'Rejected', isCount: true, cell: ({ rejected }) => count(rejected) },
          {
            head: 'Collections',
            isCount: true,
            cell: ({ collections, rejectedCollections }) => count(collections + rejectedCollections),
          },
          { head: 'Late', isCount: true, cell: ({ overdue }) => count(overdue) },
          { head: 'Next due', cell: ({ nextDueBy }) => (nextDueBy === null ? '–' : showId(nextDueBy)) },
          { head: 'Why', cell: explain },
          {
            head: 'Next message',
            cell: ({ chainId, haltedAt, nextAllowedAt }) => {
              if (haltedAt !== null)
                return html`when it is resumed, halted ${ago(haltedAt, now)}
                ${chainId !== null && showAct({ act: 'register.resume', id: chainId })}`;
              return nextAllowedAt === null || nextAllowedAt < now ? 'at once' : moment(nextAllowedAt, now);
            },
          },
        ],
      }),
  });
}

function summarize({ waiting, rejected, halted }: SiiMeasures, shown: number): string {
  return `${count(waiting.entries)} entries of all issuers wait, of which ${count(waiting.overdue)} are late; ${count(rejected.entries)} were rejected; ${halted} ${halted === 1 ? 'issuer is' : 'issuers are'} halted. Shown: ${shown}; npm run engine -- sii lists all.`;
}
