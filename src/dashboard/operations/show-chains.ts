import { explainTry } from '../../operate/chains/describe-failures.ts';
import { explainExcessiveWait, findNextTry } from '../../operate/chains/describe-next-try.ts';
import { type ChainStatus, judgeChain } from '../../monitor/judge-chains.ts';
import type { RemissionMeasures, RemissionSummary } from '../../operate/chains/remissions.ts';
import type { Html } from '../../domain/html/html-template.ts';
import { html } from '../pages/html.ts';
import { type Urgency, count, mark, showId, table } from '../pages/parts.ts';
import { type Panel, panel } from './panel.ts';
import { ago, moment } from './show-time.ts';

/*
 * Section about the chains and AEAT: the pending records of each chain (Orden HAC/1177/2024, art.
 * 16.4), the reason, and when its next message may be sent.
 */

const SIGNS: Readonly<Record<ChainStatus, readonly [urgency: Urgency, word: string]>> = {
  halted: ['act', 'Halted'],
  ahead: ['act', 'Waits too long'],
  late: ['act', 'Late'],
  overlong: ['act', 'Overdue'],
  failing: ['look', 'Incident'],
  closed: ['look', 'Closed'],
  waiting: ['calm', 'In progress'],
  clear: ['calm', 'Clear'],
};

/** Explains the status of a chain in one line. */
function explainStatus(chain: RemissionSummary, standing: ChainStatus, now: number): string {
  const { haltedReason, lastTry } = chain;
  switch (standing) {
    case 'halted':
      return haltedReason ?? '';
    case 'failing':
      return lastTry === null ? 'AEAT did not answer' : explainTry(lastTry);
    case 'ahead':
      return 'the clock of the database was ahead when the time of its next message was stored';
    case 'closed':
      return 'waits for its comparison with AEAT';
    case 'late':
      return 'no worker sends its records';
    case 'overlong':
      return explainExcessiveWait(chain) ?? '';
    case 'waiting':
      return findNextTry(chain, now) === null
        ? 'is being sent to AEAT'
        : "waits for AEAT's waiting time between messages";
    case 'clear':
      return '';
  }
}

/** Returns the start of the status of a chain, in milliseconds since 1970. */
function sinceWhen(chain: RemissionSummary, standing: ChainStatus): number | null {
  if (standing === 'halted') return chain.haltedAt;
  if (standing === 'failing') return chain.incidentSince;
  return standing === 'closed' ? chain.compareSince : chain.pendingSince;
}

/** Shows the chains with open work. */
export function showChains(
  chains: readonly RemissionSummary[] | null,
  measures: RemissionMeasures | null,
  now: number,
): Panel {
  return panel({
    id: 'chains',
    title: 'Chains and AEAT',
    rows: chains,
    none: 'AEAT has answered every record.',
    more: measures && summarize(measures, chains?.length ?? 0),
    show: (rows) =>
      table({
        caption: 'Chains with records that AEAT has not answered, or that need an operator',
        id: ({ chainId }) => `chain-${chainId}`,
        rows: rows.map((chain) => ({ ...chain, standing: judgeChain(chain, now) })),
        columns: [
          {
            head: 'Chain',
            cell: ({ chainId, standing }) =>
              html`${mark(...SIGNS[standing])} <a href="/operations/chains/${chainId}">${chainId}</a>`,
          },
          {
            head: 'Issuer',
            cell: ({ issuerNif, organizationId }) =>
              html`${showId(issuerNif)} <span class="quiet">organization ${showId(organizationId)}</span>`,
          },
          { head: 'Pending', isCount: true, cell: ({ pending }) => count(pending) },
          { head: 'Why', cell: (chain) => explainStatus(chain, chain.standing, now) },
          {
            head: 'Since',
            cell: (chain) => {
              const since = sinceWhen(chain, chain.standing);
              return since === null ? '–' : ago(since, now);
            },
          },
          { head: 'Next message', cell: (chain) => showNext(chain, chain.standing, now) },
        ],
      }),
  });
}

function showNext(chain: RemissionSummary, standing: ChainStatus, now: number): Html | string {
  if (standing === 'halted') return 'when it is resumed';
  if (standing === 'closed') return 'after the comparison';
  const next = findNextTry(chain, now);
  return next === null ? 'at once' : moment(next, now);
}

function summarize({ pending, halted, incidents, uncompared }: RemissionMeasures, shown: number): string {
  return `${count(pending)} records of all chains are pending; ${halted} halted, ${incidents} with an incident, ${uncompared} to be compared with AEAT. Shown: ${shown}; npm run engine -- chains lists all.`;
}
