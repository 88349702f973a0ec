import type { Finding, FindingAct } from '../overview/finding.ts';
import type { Html } from '../../contracts/html-template.ts';
import { html } from '../pages/html.ts';
import { command, mark } from '../pages/parts.ts';
import { ago } from './show-time.ts';

/* The top of the page: whether somebody is needed, what for, and what helps. */

/** How acts of the dashboard are offered to who looks; nothing to who may not. */
export type ShowAct = (act: FindingAct) => Html | null;

/** Whether the engine needs somebody, in one line; customers' data is told apart, below. */
function answer(engine: readonly Finding[], customers: readonly Finding[]): string {
  const acts = countActs(engine);
  if (acts > 0) return acts === 1 ? 'One thing needs you' : `${acts} things need you`;
  return countActs(customers) === 0 ? 'Nothing needs you' : 'The engine needs nobody';
}

const countActs = (findings: readonly Finding[]) =>
  findings.filter(({ urgency }) => urgency === 'act').length;

/** The answer and the findings: those of the engine first, then those on customers' data; in both, what needs somebody in full and the others in a line that opens. */
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
            <summary>${acknowledged.length} acknowledged, until something new of the kind comes</summary>
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

/** Of the engine's findings, in full. Where it needs nobody, the first of customers' data is. Of many the rest is a line that opens. */
const MOST_CARDS = 2;
const MOST_SHOWN = 5;

/** @param cards so many of those that need somebody are shown in full. */
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
    ${since !== null && html`<p>Since ${ago(since, now)}</p>`} ${why !== null && html`<p>${why}</p>`}
    ${showWays(finding, showAct)}
  </li>`;
}

function showAsLine(finding: Finding, now: number, showAct: ShowAct): Html {
  const { id, urgency, what, since, why, acknowledgement } = finding;
  return html`<li class="finding ${acknowledgement === null ? urgency : 'calm'}" id="finding-${id}">
    <details id="finding-${id}-more">
      <summary>
        ${mark(urgency)} <strong>${what}</strong> ${since !== null && html`since ${ago(since, now)}`}
        ${why !== null && html`<span class="quiet">${why}</span>`}
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

/** A program, what it is to do, and to what: `npm run engine -- chains resume 2`. The next word is not of it. */
const COMMAND =
  /(npm run [a-z-]+(?: --(?: (?:certificate (?:list|add)|resume [a-z-]+|[a-z-]+))?(?: (?:--[a-z-]+|\d+|…|<[a-z]+>|[A-Z]\d{7}[A-Z0-9]|\d{8}[A-Z]|[a-z]+\.[a-z]+))*)?)/;

/** A statement that ends a session of the database. */
const ENDING = /(select pg_terminate_backend\(\d{1,10}\))/;

/** Sets what is to be typed apart from what is said. */
export function markCommands(text: string): Html {
  return html`${markAll(text, COMMAND, (rest) => markAll(rest, ENDING, (said) => [said]))}`;
}

function markAll(
  text: string,
  pattern: RegExp,
  showRest: (rest: string) => (Html | string)[],
): (Html | string)[] {
  return text.split(pattern).flatMap((part, index) => (index % 2 === 1 ? [command(part)] : showRest(part)));
}
