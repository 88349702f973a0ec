import type { Html, HtmlValue } from '../../domain/html/html-template.ts';
import { html } from './html.ts';

/* Parts that all pages use. */

/** Urgency: `act` requires an operator now, `look` can wait, `calm` requires no operator. */
export type Urgency = 'act' | 'look' | 'calm';

const WORDS: Readonly<Record<Urgency, string>> = { act: 'Act', look: 'Look', calm: 'Fine' };

/** Shows an urgency with a word and a shape in addition to the colour. */
export function mark(urgency: Urgency, word = WORDS[urgency]): Html {
  return html`<span class="mark ${urgency}">${word}</span>`;
}

export type Column<T> = {
  readonly head: string;
  readonly cell: (row: T) => HtmlValue;
  /** Whether the column contains numbers, which are aligned. */
  readonly isCount?: boolean;
};

export type TableOf<T> = {
  /** Description for readers who cannot see the position of the table. */
  readonly caption: string;
  /** Id of a row. It keeps the focus on a row while others come and go. */
  readonly id: (row: T) => string;
  /** The first column is the header of each row. */
  readonly columns: readonly Column<T>[];
  readonly rows: readonly T[];
};

/** Number of rows that a telephone shows at once, where each row takes a card. */
const FEW = 2;

/**
 * Returns a table that becomes a list of cards on a telephone. The roles are explicit because
 * browsers drop them for the cards.
 */
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

/**
 * Returns the control with which a telephone shows the remaining rows. It has no content; the style
 * sheet shows the rows while it is open.
 */
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

/** Shows an id, or a list of ids, whose numbers are never broken. */
export function showId(id: number | string): Html {
  return html`<span class="id">${id}</span>`;
}

/** Shows a command to copy; a click selects all of it. */
export function command(text: string): Html {
  return html`<code>${text}</code>`;
}

/** Shows progress as numbers and as a bar. */
export function progress(label: string, done: number, all: number): Html {
  return html`<span>${count(done)} of ${count(all)}</span>
    <progress aria-label="${label}" value="${done}" max="${Math.max(all, 1)}"></progress>`;
}

/** Formats a number with thousands separators: `30,002`. */
export function count(number: number): string {
  return number.toLocaleString('en-US');
}
