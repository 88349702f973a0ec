import { describeChain } from '../../operate/chains/describe-chain.ts';
import { findHastened } from '../../operate/chains/describe-next-try.ts';
import { explainTry } from '../../operate/chains/describe-failures.ts';
import type { Attempt, ChainView } from '../../monitor/statements/drill-down.ts';
import { todayInMadrid } from '../../domain/reading/madrid-time.ts';
import type { Html } from '../../domain/html/html-template.ts';
import { html } from '../pages/html.ts';
import { command, count, mark, table } from '../pages/parts.ts';
import { panel } from './panel.ts';
import { markCommands } from './mark-commands.ts';
import type { ShowAct } from './show-findings.ts';
import { formatSpan, MINUTE } from '../../monitor/finding.ts';
import { ago } from './show-time.ts';

/**
 * Returns the page of a chain: the lines of `npm run engine -- chains` about it, and its last
 * messages to AEAT.
 */
export function showChain({ chain, attempts }: ChainView, now: number, showAct: ShowAct): Html {
  const { chainId, issuerNif, organizationId, records, pending, haltedAt, isRetired } = chain;
  const [, ...lines] = describeChain(chain, now, null);
  return html`<p><a href="/operations">← Operations</a></p>
    <h1>
      Chain ${chainId} of issuer ${issuerNif}${haltedAt !== null && ' is halted'}${isRetired && ', retired'}
    </h1>
    <div class="stack">
      <section class="panel" aria-label="Current state">
        <dl class="facts">
          <dt>Organization</dt>
          <dd>${organizationId}</dd>
          <dt>Records</dt>
          <dd>${count(records)}</dd>
          <dt>Pending</dt>
          <dd>${count(pending)}</dd>
        </dl>
        ${lines.map((line) => html`<p>${markCommands(line.trim())}</p>`)}
        <p class="ways">
          ${haltedAt !== null && showAct({ act: 'chain.resume', id: chainId })}
          ${pending > 0 && findHastened(chain, now) !== null && showAct({ act: 'chain.send', id: chainId })}
          ${!isRetired && showAct({ act: 'chain.compare', id: chainId })}
        </p>
      </section>
      <section class="panel" aria-labelledby="book-title">
        <h2 id="book-title">Book of issued invoices</h2>
        <p>
          For the accountant, in AEAT's format (XLSX), with every issued invoice of the year. The dashboard
          may not read documents, so there is no download here: run this command where the engine is
          installed. It writes the file into the current directory and prints what the format has no place
          for.
        </p>
        <p>
          ${command(
            `npm run engine -- book issued --organization ${organizationId} --issuer ${issuerNif} --to ${yearInMadrid(now)}-12-31`,
          )}
        </p>
        <p>The organization downloads the same book with its API key: GET /api/v2/books/issued.</p>
      </section>
      ${showAttempts(attempts, now)}
    </div>`;
}

const yearInMadrid = (now: number) => todayInMadrid(new Date(now)).slice(0, 4);

function showAttempts(attempts: readonly Attempt[], now: number): Html {
  const { filled, none } = panel({
    id: 'attempts',
    title: 'Last messages to AEAT',
    rows: attempts,
    none: 'No message was sent yet.',
    show: (rows) =>
      table({
        caption: 'The last messages of this chain to AEAT, newest first',
        id: ({ attempt }) => `attempt-${attempt}`,
        rows,
        columns: [
          { head: 'Attempt', cell: ({ attempt }) => attempt },
          { head: 'Ended', cell: ({ endedAt }) => ago(endedAt, now) },
          { head: 'Took', cell: ({ startedAt, endedAt }) => formatDuration(endedAt - startedAt) },
          {
            head: 'Outcome',
            cell: ({ outcome }) =>
              outcome === 'answered'
                ? mark('calm', 'Answered')
                : outcome === 'fault'
                  ? mark('act', 'Refused')
                  : mark('look', 'Unknown'),
          },
          {
            head: 'Answer',
            cell: (attempt) =>
              attempt.outcome === 'answered' ? '' : explainTry({ ...attempt, at: attempt.endedAt }),
          },
        ],
      }),
  });
  return filled ?? html`<p class="quiet">${none}</p>`;
}

/** Formats the duration of a message, which is nearly always less than a minute. */
function formatDuration(ms: number): string {
  return ms < MINUTE ? `${(ms / 1000).toFixed(1)} s` : formatSpan(ms);
}
