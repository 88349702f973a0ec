import type { DocumentLine } from '../../contracts/invoice-document.ts';
import { MAX_LENGTHS } from '../../contracts/text-lengths.ts';
import type { LineInput } from '../../contracts/v2/invoice-input.ts';
import type { Findings } from '../reading/findings.ts';
import { isBlank, readText } from '../reading/read-text.ts';
import { readUnitCode } from './read-unit-code.ts';
import { readPeriod } from './read-period.ts';

/** Members of a line that are printed and exchanged, and that no amount depends on. */
export type LineDetails = Pick<
  DocumentLine,
  'unitCode' | 'itemCode' | 'gtin' | 'buyerItemCode' | 'orderLineReference' | 'period'
>;

/** GTIN-8, GTIN-12, GTIN-13 and GTIN-14. */
const GTIN = /^(?:\d{8}|\d{12,14})$/;

const TEXTS = [
  ['item_code', 'itemCode'],
  ['buyer_item_code', 'buyerItemCode'],
  ['order_line_reference', 'orderLineReference'],
] as const;

/** @returns null if the line has none; undefined if one is refused. */
export function readLineDetails(
  input: LineInput,
  number: number,
  findings: Findings,
): LineDetails | null | undefined {
  if (!hasDetails(input)) return null;
  const report = findings.reportOnLine(number - 1);
  const before = findings.size;
  const details: { -readonly [Member in keyof LineDetails]: LineDetails[Member] } = {};
  for (const [member, name] of TEXTS) {
    const text = readText(input[member], member, MAX_LENGTHS[member], report);
    if (text !== null) details[name] = text;
  }
  const unitCode = readUnitCode(input.unit_code, 'unit_code', report);
  if (unitCode !== null) details.unitCode = unitCode;
  if (!isBlank(input.gtin)) {
    if (isGtin(input.gtin)) details.gtin = input.gtin;
    else report('gtin', 'invalid', 'must be a GTIN of 8, 12, 13 or 14 digits with its check digit');
  }
  const period = readPeriod(input.period, `lines[${number - 1}].period`, `Line ${number}, period`, findings);
  if (period !== null) details.period = period;
  if (findings.size > before) return undefined;
  return Object.keys(details).length === 0 ? null : details;
}

/** Most lines have none, so that the rules below need not run for each of a million lines. */
function hasDetails(line: LineInput): boolean {
  return (
    line.unit_code !== undefined ||
    line.gtin !== undefined ||
    line.item_code !== undefined ||
    line.buyer_item_code !== undefined ||
    line.order_line_reference !== undefined ||
    line.period !== undefined
  );
}

/** Checks the check digit of a GTIN (GS1 General Specifications, section 7.9). */
function isGtin(text: string): boolean {
  if (!GTIN.test(text)) return false;
  const sum = text
    .split('')
    .reduceRight(
      (total, digit, place) => total + Number(digit) * ((text.length - place) % 2 === 0 ? 3 : 1),
      0,
    );
  return sum % 10 === 0;
}
