import type { Finding, FindingAct } from '../../monitor/finding.ts';
import type { Html } from '../../domain/html/html-template.ts';
import { html } from '../pages/html.ts';
import { mark } from '../pages/parts.ts';
import { markCommands } from './mark-commands.ts';
import { ago } from './show-time.ts';

/* Top of the operations page: whether an operator must act, why, and the remedy. */

/** Shows an act of the dashboard to a viewer who may act, and nothing to any other. */
export type ShowAct = (act: FindingAct) => Html | null;

/**
 * States in one line whether the engine needs an operator. Findings on customers' data are stated
 * separately.
 */
function answer(engine: readonly Finding[], customers: readonly Finding[]): string {
  const acts = countActs(engine);
  if (acts > 0) return acts === 1 ? 'One finding requires action' : `${acts} findings require action`;
  return countActs(customers) === 0 ? 'No finding requires action' : 'The engine needs no operator';
}

const countActs = (findings: readonly Finding[]) =>
  findings.filter(({ urgency }) => urgency === 'act').length;

/**
 * Shows the statement and the findings: those of the engine first, then those on customers' data.
 * Findings that need an operator are shown in full, the others in a collapsed line.
 */
export function showVerdict(findings: readonly Finding[], now: number, showAct: ShowAct): Html {
  const engine = findings.filter(({ group }) => group === 'engine');
  const ofCustomers = findings.filter(({ group }) => group === 'customers');
  const customers = ofCustomers.filter(({ acknowledgement }) => acknowledgement === null);
  const acknowledged = ofCustomers.filter(({ acknowledgement }) => acknowledgement !== null);
  return html`<section class="verdict ${countActs(engine) === 0 ? 'calm' : 'act'}" aria-labelledby="verdict">
      <div role="status"><h1 id="verdict">${answer(engine, customers)}</h1></div>
      ${listFindings(engine, MOST_CARDS, now, showAct)}
    </section>
    ${
      ofCustomers.length > 0 &&
      html`<section class="verdict customers" aria-labelledby="customers">
        <h2 id="customers">Customers’ data: ${summarize(customers, acknowledged.length)}</h2>
        ${listFindings(customers, countActs(engine) === 0 ? 1 : 0, now, showAct)}
        ${
          acknowledged.length > 0 &&
          html`<details class="more-findings" id="acknowledged">
            <summary>${acknowledged.length} acknowledged, until a new one of the same kind occurs</summary>
            <ul class="findings">
              ${acknowledged.map((finding) => showAsLine(finding, now, showAct))}
            </ul>
          </details>`
        }
      </section>`
    }`;
}

function summarize(customers: readonly Finding[], acknowledged: number): string {
  const acts = countActs(customers);
  const looks = customers.length - acts;
  return [
    ...(acts > 0 ? [`${acts} to correct`] : []),
    ...(looks > 0 ? [`${looks} to look at`] : []),
    ...(acknowledged > 0 ? [`${acknowledged} acknowledged`] : []),
  ].join(', ');
}

/**
 * Maximum number of the engine's findings that are shown in full. If the engine needs no operator,
 * the first finding on customers' data is shown in full. MOST_SHOWN is the maximum per list; the
 * others are in a collapsed list.
 */
const MOST_CARDS = 2;
const MOST_SHOWN = 5;

/**
 * Shows a list of findings.
 * @param cards maximum number of findings that need an operator and are shown in full.
 */
function listFindings(
  findings: readonly Finding[],
  cards: number,
  now: number,
  showAct: ShowAct,
): Html | null {
  if (findings.length === 0) return null;
  const shown = findings.map((finding, place) =>
    (finding.urgency === 'act' && place < cards ? showAsCard : showAsLine)(finding, now, showAct),
  );
  const rest = findings.slice(MOST_SHOWN);
  return html`<ul class="findings">
      ${shown.slice(0, MOST_SHOWN)}
    </ul>
    ${
      rest.length > 0 &&
      html`<details class="more-findings" id="more-of-${findings[0]!.group}">
        <summary>${mark(rest[0]!.urgency)} ${rest.length} more</summary>
        <ul class="findings">
          ${shown.slice(MOST_SHOWN)}
        </ul>
      </details>`
    }`;
}

function showAsCard(finding: Finding, now: number, showAct: ShowAct): Html {
  const { id, urgency, what, since, why } = finding;
  return html`<li class="finding ${urgency}" id="finding-${id}">
    <h3>${mark(urgency)} ${what}</h3>
    ${since !== null && html`<p>Since ${ago(since, now)}</p>`}
    ${why !== null && html`<p>${markCommands(why)}</p>`} ${showWays(finding, showAct)}
  </li>`;
}

function showAsLine(finding: Finding, now: number, showAct: ShowAct): Html {
  const { id, urgency, what, since, why, acknowledgement } = finding;
  return html`<li class="finding ${acknowledgement === null ? urgency : 'calm'}" id="finding-${id}">
    <details id="finding-${id}-more">
      <summary>
        ${mark(urgency)} <strong>${what}</strong> ${since !== null && html`since ${ago(since, now)}`}
        ${why !== null && html`<span class="quiet">${markCommands(why)}</span>`}
      </summary>
      ${
        acknowledgement !== null &&
        html`<p>
          Acknowledged ${ago(acknowledgement.at, now)} by ${acknowledgement.operator}:
          ${acknowledgement.reason ?? 'without a reason'}
        </p>`
      }
      ${showWays(finding, showAct)}
    </details>
  </li>`;
}

function showWays({ what, todo, acts, section }: Finding, showAct: ShowAct): Html {
  return html`<p><strong>To do:</strong> ${markCommands(todo)}</p>
    <p class="ways">
      ${acts.map(showAct)}
      <a href="#${section}">See below<span class="unseen">: ${what}</span></a>
    </p>`;
}
