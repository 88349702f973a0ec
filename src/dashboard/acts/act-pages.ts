import { formatInstant } from '../../contracts/instant.ts';
import type { ActName, Sight } from './offered-act.ts';
import type { CorrectionOrder } from '../../operate/orders/orders.ts';
import type { Html } from '../../domain/html/html-template.ts';
import { html } from '../pages/html.ts';
import { layOut } from '../pages/layout.ts';
import { command } from '../pages/parts.ts';
import type { Viewer } from '../viewer.ts';

/*
 * Pages of an act. Before it: the current state, the effect, and what cannot be undone. After it:
 * the outcome.
 */

/** Labels of the buttons for the acts. */
export const ACT_LABELS: Readonly<Record<ActName, string>> = {
  'chain.resume': 'Resume',
  'chain.compare': 'Compare with AEAT',
  'chain.send': 'Send now',
  'invoice.resend': 'Resend',
  'invoice.annul': 'Annul',
  'batch.retry': 'Retry',
  'pdf.retry': 'Render again',
  'organization.pause': 'Pause',
  'organization.resume': 'Resume',
  'finding.acknowledge': 'Acknowledge',
  'register.resume': 'Resume',
  'spfe.resume': 'Resume',
};

/** Acts that cannot be undone. */
const IS_FINAL: ReadonlySet<ActName> = new Set([
  'invoice.annul',
  'invoice.resend',
  'chain.resume',
  'chain.compare',
  'chain.send',
  'register.resume',
]);

type Confirming = {
  readonly act: ActName;
  readonly id: number;
  readonly sight: Sight;
  readonly viewer: Viewer;
  /** Why the preceding attempt was not carried out. */
  readonly problem?: string;
  /** Reason as the operator typed it. */
  readonly reason?: string;
};

/**
 * Returns the page that asks for confirmation of an act. A viewer who may not act sees the command
 * instead of the form.
 */
export function confirmPage({ act, id, sight, viewer, problem, reason = '' }: Confirming): Html {
  const { title, stands, will, cannot, refusal, command: line, choice, mark } = sight;
  const main = html`<article class="panel act">
    <h1>${title}</h1>
    ${problem !== undefined && html`<p class="problem" role="alert">${problem}</p>`}
    <h2>Current state</h2>
    <ul>
      ${stands.map((sentence) => html`<li>${sentence}</li>`)}
    </ul>
    ${
      refusal !== null
        ? html`<p class="problem"><strong>It cannot be done now.</strong> ${refusal}</p>`
        : html`<h2>Effect</h2>
            <p>${will}</p>
            <h2>What cannot be undone</h2>
            <p>${cannot}</p>`
    }
    ${
      refusal === null &&
      viewer.mayAct &&
      html`<form method="post" action="/acts/${act}/${id}">
        <input type="hidden" name="token" value="${viewer.formToken}" />
        <input type="hidden" name="seen" value="${mark}" />
        <label
          >Reason (stored with your name and shown by npm run engine -- audit)
          <input name="reason" value="${reason}" required maxlength="500" autocomplete="off" autofocus
        /></label>
        ${
          choice !== null &&
          html`<label class="choice"
            ><input type="checkbox" name="${choice.name}" value="yes" /> ${choice.label}</label
          >`
        }
        <p class="ways">
          <button type="submit" ${IS_FINAL.has(act) && html`class="danger"`}>${title}</button>
          <a href="/operations">Cancel</a>
        </p>
      </form>`
    }
    ${refusal === null && !viewer.mayAct && html`<p>${explainLooking(line)}</p>`}
    ${(refusal !== null || !viewer.mayAct) && BACK}
  </article>`;
  return layOut({ title, place: null, main, login: viewer.login });
}

function explainLooking(line: string | null): Html {
  return line === null
    ? html`Your login may read, but not carry out this act.`
    : html`Your login may read, but not carry out this act. The command for it: ${command(line)}`;
}

const BACK = html`<p class="ways"><a class="button" href="/operations">Operations</a></p>`;

type Told = {
  readonly title: string;
  readonly heading: string;
  readonly told: string;
  readonly viewer: Viewer;
  /** Path at which the state can be checked again. */
  readonly again?: string;
};

/** Returns the page that reports the outcome of an act. */
export function outcomePage({ title, heading, told, viewer, again }: Told): Html {
  const main = html`<article class="panel act">
    <h1>${title}</h1>
    <p role="status"><strong>${heading}</strong> ${told}</p>
    <p class="ways">
      ${again !== undefined && html`<a class="button" href="${again}">Show the current state</a>`}
      <a class="button" href="/operations">Operations</a>
    </p>
  </article>`;
  return layOut({ title, place: null, main, login: viewer.login });
}

const ENDED = {
  done: 'Done.',
  refused: 'Refused; nothing was done.',
  late: 'Expired; nothing was done.',
} as const;

/** Shows the current state of an order. */
export function showOrder({
  id,
  invoiceId,
  action,
  operator,
  reason,
  orderedAt,
  outcome,
  message,
}: CorrectionOrder): Html {
  return html`<article class="panel act">
    <h1>Order ${id}: ${action === 'annul' ? 'annul' : 'resend'} invoice ${invoiceId}</h1>
    <p role="status">
      ${
        outcome === null
          ? html`<strong>A worker carries it out within seconds.</strong> If this persists, no worker serves
              the queue remission. The order expires after ten minutes.`
          : html`<strong>${ENDED[outcome]}</strong> ${message}.`
      }
    </p>
    <p class="quiet">Ordered at ${formatInstant(orderedAt)} by ${operator}: ${reason}</p>
    ${BACK}
  </article>`;
}

/** Returns the page of an order. While the order is open, the page updates itself. */
export function orderPage(order: CorrectionOrder, viewer: Viewer): Html {
  const title = `Order ${order.id}`;
  const live = order.outcome === null ? { liveFrom: `/acts/orders/${order.id}/now` } : {};
  return layOut({ title, place: null, main: showOrder(order), login: viewer.login, ...live });
}
