import type { Finding, FindingAct } from '../../operating/overview/finding.ts';
import { html, type Html } from '../pages/html.ts';
import { command, mark } from '../pages/parts.ts';
import { ago } from './show-time.ts';

/* The top of the page: whether somebody is needed, what for, and what helps. */

/** How acts of the dashboard are offered to who looks; nothing to who may not. */
export type ShowAct = (act: FindingAct) => Html | null;

/** The answer in one line, in words. */
function answer(findings: readonly Finding[]): string {
  const acts = findings.filter(({ urgency }) => urgency === 'act').length;
  if (acts > 0) return acts === 1 ? 'One thing needs you' : `${acts} things need you`;
  return 'Nothing needs you';
}

/** Answer and findings: those that need somebody in full, the others in a line that opens. */
export function showVerdict(findings: readonly Finding[], now: number, showAct: ShowAct): Html {
  const acts = findings.filter(({ urgency }) => urgency === 'act');
  const looks = findings.filter(({ urgency }) => urgency === 'look');
  return html`<section class="verdict ${acts.length === 0 ? 'calm' : 'act'}" aria-labelledby="verdict">
    <div role="status"><h1 id="verdict">${answer(findings)}</h1></div>
    ${
      findings.length > 0 &&
      html`<ul class="findings">
        ${acts.map((finding) => showAsCard(finding, now, showAct))}
        ${looks.map((finding) => showAsLine(finding, now, showAct))}
      </ul>`
    }
  </section>`;
}

function showAsCard(finding: Finding, now: number, showAct: ShowAct): Html {
  const { id, urgency, what, since, why } = finding;
  return html`<li class="finding ${urgency}" id="finding-${id}">
    <h2>${mark(urgency)} ${what}</h2>
    ${since !== null && html`<p>Since ${ago(since, now)}</p>`} ${why !== null && html`<p>${why}</p>`}
    ${showWays(finding, showAct)}
  </li>`;
}

function showAsLine(finding: Finding, now: number, showAct: ShowAct): Html {
  const { id, urgency, what, since, why } = finding;
  return html`<li class="finding ${urgency}" id="finding-${id}">
    <details id="finding-${id}-more">
      <summary>
        ${mark(urgency)} <strong>${what}</strong> ${since !== null && html`since ${ago(since, now)}`}
        ${why !== null && html`<span class="quiet">${why}</span>`}
      </summary>
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

/** A program, what it is to do, and to what: `npm run chains -- resume 2`. The next word is not of it. */
const COMMAND =
  /(npm run [a-z-]+(?: --(?: (?:certificate (?:list|add)|resume [a-z-]+|[a-z-]+))?(?: (?:--[a-z-]+|\d+|…|<[a-z]+>|[A-Z]\d{7}[A-Z0-9]|\d{8}[A-Z]|[a-z]+\.[a-z]+))*)?)/;

/** Sets what is to be typed apart from what is said. */
export function markCommands(text: string): Html {
  return html`${text.split(COMMAND).map((part, index) => (index % 2 === 1 ? command(part) : part))}`;
}
