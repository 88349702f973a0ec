import type { Html, HtmlValue } from '../../contracts/html-template.ts';
import { html } from './html.ts';

/* Pieces that all pages are made of. */

/** How much something wants a person: `act` now, `look` when there is time, `calm` not at all. */
export type Urgency = 'act' | 'look' | 'calm';

const WORDS: Readonly<Record<Urgency, string>> = { act: 'Act', look: 'Look', calm: 'Fine' };

/** The sign of an urgency: a word and a shape besides the colour. */
export function mark(urgency: Urgency, word = WORDS[urgency]): Html {
  return html`<span class="mark ${urgency}">${word}</span>`;
}

export type Column<T> = {
  readonly head: string;
  readonly cell: (row: T) => HtmlValue;
  /** A number, that others stand under. */
  readonly isCount?: boolean;
};

export type TableOf<T> = {
  /** For those who cannot see where the table stands. */
  readonly caption: string;
  /** Of the rows, so that what is focused stays when others come and go. */
  readonly id: (row: T) => string;
  /** The first one heads its row. */
  readonly columns: readonly Column<T>[];
  readonly rows: readonly T[];
};

/** Rows that a telephone shows at once, where each takes a card. */
const FEW = 2;

/** A table that becomes a list of cards on a telephone; its roles are told because browsers forget them there. */
export function table<T>({ caption, id, columns, rows }: TableOf<T>): Html {
  return html`${rows.length > FEW && showAllRows(caption, rows.length)}
    <table class="stacked" role="table">
      <caption class="unseen">
        ${caption}
      </caption>
      <thead role="rowgroup">
        <tr role="row">
          ${columns.map(({ head, isCount }) => html`<th scope="col" role="columnheader" ${isCount && html`class="count"`}>${head}</th>`)}
        </tr>
      </thead>
      <tbody role="rowgroup">
        ${rows.map(
          (row, place) =>
            html`<tr role="row" id="${id(row)}" ${place >= FEW && html`class="rest"`}>
              ${columns.map((column, index) => buildCell(column, row, index === 0))}
            </tr>`,
        )}
      </tbody>
    </table>`;
}

/** A telephone shows no more rows before somebody opens this. It has no content: the style shows the rows below while it is open. */
function showAllRows(caption: string, all: number): Html {
  const id = caption.toLowerCase().replaceAll(/\W+/g, '-').slice(0, 40);
  return html`<details class="all-rows" id="all-${id}">
    <summary>All ${count(all)}<span class="unseen"> rows: ${caption}</span></summary>
  </details>`;
}

function buildCell<T>({ head, cell, isCount }: Column<T>, row: T, isHead: boolean): Html {
  const style = isCount && html`class="count"`;
  return isHead
    ? html`<th scope="row" role="rowheader" data-label="${head}" ${style}><span>${cell(row)}</span></th>`
    : html`<td role="cell" data-label="${head}" ${style}><span>${cell(row)}</span></td>`;
}

/** A command to be copied: a click selects all of it. */
export function command(text: string): Html {
  return html`<code>${text}</code>`;
}

/** How much of something is done, in numbers too. */
export function progress(label: string, done: number, all: number): Html {
  return html`<span>${count(done)} of ${count(all)}</span>
    <progress aria-label="${label}" value="${done}" max="${Math.max(all, 1)}"></progress>`;
}

/** A number with thousands apart: `30,002`. */
export function count(number: number): string {
  return number.toLocaleString('en-US');
}
