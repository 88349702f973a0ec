import type { DocumentLine, InvoiceDocument } from '../../../contracts/invoice-document.ts';
import { LINE_TEXTS, type LineText } from '../../../contracts/v2/line-members.ts';
import type { PrintedAmounts } from '../../invoice/printed-amounts.ts';
import { formatCents } from '../../money/decimals.ts';
import type { Adjustments } from './adjustments.ts';
import { describeTexts } from './information.ts';
import { fits, limitText } from './limit-text.ts';
import { computeLineAmounts } from './line-amounts.ts';
import { describePeriod, type Period, readPeriod } from './periods.ts';
import {
  buildLineTax,
  buildLineWithholding,
  findSpecialEvent,
  type LineShares,
  type SpecialEvent,
  type Tax,
} from './taxes.ts';
import { findUnit, OTHER_UNIT } from './units.ts';
import { formatMessage } from '../../../contracts/messages/format-message.ts';

/** InvoiceLine. */
export type Line = Adjustments & {
  readonly orderLine?: string;
  readonly description: string;
  readonly quantity: string;
  readonly unit: string;
  readonly unitPrice: string;
  readonly cost: string;
  readonly gross: string;
  readonly withheld?: Tax;
  readonly tax: Tax;
  readonly period?: Period;
  readonly information?: string;
  readonly specialEvent?: SpecialEvent;
  readonly articleCode?: string;
};

const MAX_TEXT = 2500;
const MAX_CODE = 20;
/** Members with an element of their own, or without a label. */
const OWN: ReadonlySet<string> = new Set<LineText['stored']>(['itemCode', 'gtin', 'orderLineReference']);
const OTHER_TEXTS = LINE_TEXTS.filter(({ stored }) => !OWN.has(stored));
/** SequenceNumber is a number. */
const SEQUENCE = /^[0-9]{1,15}$/;

/**
 * Builds a line.
 * @param printed the amounts that it shows on the page.
 * @param shares its shares of the amounts of its tax group and of its withholding.
 * @throws NotExpressible if a text is too long.
 */
export function buildLine(
  line: DocumentLine,
  printed: PrintedAmounts,
  shares: LineShares,
  document: InvoiceDocument,
): Line {
  const { unitPrice, cost, gross, discounts, charges } = computeLineAmounts(line, printed);
  const { orderLineReference, itemCode, period } = line;
  const withheld = buildLineWithholding(line, shares, document);
  const dates = readPeriod(period);
  const information = describeLine(line);
  const specialEvent = findSpecialEvent(line, document.recipient);
  return {
    ...(orderLineReference !== undefined &&
      SEQUENCE.test(orderLineReference) && { orderLine: orderLineReference }),
    description: limitText(line.concept, 'ItemDescription', MAX_TEXT, formatMessage('the_concept_of_line')),
    quantity: line.units,
    unit: findUnit(line.unitCode),
    unitPrice,
    cost: formatCents(cost),
    discounts,
    charges,
    gross: formatCents(gross),
    ...(withheld !== undefined && { withheld }),
    tax: buildLineTax(line, shares),
    ...(dates !== undefined && { period: dates }),
    ...(information !== '' && { information }),
    ...(specialEvent !== undefined && { specialEvent }),
    ...(itemCode !== undefined && fits(itemCode, MAX_CODE) && { articleCode: itemCode }),
  };
}

/**
 * Builds AdditionalLineItemInformation: the notes, and what has no element of its own or does not
 * fit into it.
 */
function describeLine(line: DocumentLine): string {
  const { notes, unitCode, itemCode, gtin, orderLineReference: order, period } = line;
  const texts = [
    notes,
    itemCode !== undefined && !fits(itemCode, MAX_CODE) ? `Código de artículo: ${itemCode}.` : null,
    ...describeTexts(OTHER_TEXTS, line),
    gtin === undefined ? null : `GTIN: ${gtin}.`,
    order !== undefined && !SEQUENCE.test(order) ? `Línea de pedido: ${order}.` : null,
    findUnit(unitCode) === OTHER_UNIT ? `Unidad de medida (UN/ECE 20 o 21): ${unitCode}.` : null,
    describePeriod(period),
  ];
  const text = texts.filter((each) => each !== null && each !== '').join('\n');
  return limitText(
    text,
    'AdditionalLineItemInformation',
    MAX_TEXT,
    formatMessage('the_information_about_line'),
  );
}
