import type { Html, HtmlValue } from '../../domain/html/html-template.ts';
import { negateDecimal } from '../../domain/money/decimals.ts';
import type { DocumentAllowance, DocumentLine } from '../../contracts/invoice-document.ts';
import { LINE_TEXTS } from '../../contracts/v2/line-members.ts';
import { html } from './escape-html.ts';
import type { Wording } from './languages/wording.ts';
import { closeGaps } from './line-breaks.ts';
import { printText, printTexts } from './stored-text.ts';

/*
 * The texts below the concept of a line, and the concept of an allowance or a charge of the whole
 * invoice.
 */

type Period = NonNullable<DocumentLine['period']>;

/** Returns a period, of which one end may be open: `01/10/2026 – 31/10/2026`. */
export function printPeriod({ start, end }: Period, { notation }: Wording): string {
  return [start, end].map((date) => (date === null ? '…' : notation.formatDate(date))).join(' – ');
}

/** Lists the codes of a line and its period, each with its label, and separated. */
export function listCodes(line: DocumentLine, wording: Wording): string[] {
  const { labels, language, notation } = wording;
  const { period, costBase } = line;
  const codes: string[] = [];
  const add = (label: string, text: string | undefined): void => {
    if (text !== undefined) codes.push(separate(`${label} ${text}`, codes.length));
  };
  for (const { label, stored } of LINE_TEXTS) add(label[language], line[stored]);
  add(labels.period, period && printPeriod(period, wording));
  add(labels.costBase, costBase && notation.formatMoney(costBase));
  return codes;
}

/**
 * Lists the texts of a line's allowances and charges: the reason of each, and its percentage with
 * its amount.
 */
export function listLineAllowances(
  { allowances = [], charges = [] }: DocumentLine,
  { labels, notation }: Wording,
): string[] {
  const listed = [
    ...allowances.map((one) => ({ ...one, label: labels.allowance, amount: negateDecimal(one.amount) })),
    ...charges.map((one) => ({ ...one, label: labels.charge })),
  ];
  return listed.flatMap(({ label, reason, percent, amount }, index) => [
    separate(`${label}: ${reason}`, index),
    `${percent === null ? '' : `(${notation.formatRate(percent)}) `}${notation.formatMoney(amount)}`,
  ]);
}

/** Adds a separator before every detail of a row except the first. */
function separate(text: string, index: number): string {
  return index === 0 ? text : `· ${text}`;
}

function buildDetails(texts: readonly string[]): Html | null {
  return texts.length === 0 ? null : html`<div class="note">${printTexts(texts)}</div>`;
}

/**
 * Builds the content of a line's first cell: the concept, its codes, its allowances and its notes.
 * Codes and allowances are one paragraph each, because a row for each of the twenty allowances of a
 * thousand lines would add hundreds of pages.
 */
export function buildConcept(line: DocumentLine, wording: Wording): HtmlValue {
  return [
    printText(line.concept),
    buildDetails(listCodes(line, wording)),
    buildDetails(listLineAllowances(line, wording)),
    line.notes !== null && html`<div class="note">${printText(closeGaps(line.notes))}</div>`,
  ];
}

/**
 * Lists the texts of the first cell of an allowance or a charge: `Descuento: pronto pago`, `(2 %)`.
 */
export function listAllowanceTexts(
  { isCharge, reason, percent }: DocumentAllowance,
  { labels, notation }: Wording,
): string[] {
  const rate = percent === null ? [] : [`(${notation.formatRate(percent)})`];
  return [`${isCharge ? labels.charge : labels.allowance}: ${reason}`, ...rate];
}
