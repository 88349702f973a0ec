import type { DocumentLine } from '../../contracts/invoice-document.ts';
import type { LineInput } from '../../contracts/v2/invoice-input.ts';
import { LINE_TEXTS, type LineText } from '../../contracts/v2/line-members.ts';
import { isBlank, readText } from '../reading/read-text.ts';
import type { LineContext } from './line-context.ts';
import { readUnitCode } from './read-unit-code.ts';
import { readPeriod } from './read-period.ts';
import { isLease, readProperty, readSupply } from './read-supply.ts';
import { readConcept } from './read-withholding-concept.ts';
import { formatMessage } from '../../contracts/messages/format-message.ts';

/** Members of a line that no amount depends on. */
export type LineDetails = Pick<
  DocumentLine,
  'unitCode' | LineText['stored'] | 'period' | 'supply' | 'property' | 'withholdingConcept'
>;

/** GTIN-8, GTIN-12, GTIN-13 and GTIN-14. */
const GTIN = /^(?:\d{8}|\d{12,14})$/;

/** @returns null if the line has none; undefined if one is refused. */
export function readLineDetails(
  input: LineInput,
  number: number,
  { findings, property: ofInvoice }: Pick<LineContext, 'findings' | 'property'>,
): LineDetails | null | undefined {
  if (!hasDetails(input) && ofInvoice === null) return null;
  const report = findings.reportOnLine(number - 1);
  const before = findings.size;
  const details: { -readonly [Member in keyof LineDetails]: LineDetails[Member] } = {};
  for (const { member, stored, maxLength } of LINE_TEXTS) {
    if (maxLength === undefined) continue;
    const text = readText(input[member], member, { maxLength }, report);
    if (text !== null) details[stored] = text;
  }
  const unitCode = readUnitCode(input.unit_code, 'unit_code', report);
  if (unitCode !== null) details.unitCode = unitCode;
  if (!isBlank(input.gtin)) {
    if (isGtin(input.gtin)) details.gtin = input.gtin;
    else report('gtin', 'invalid', formatMessage('not_a_gtin'));
  }
  const period = readPeriod(
    input.period,
    `lines[${number - 1}].period`,
    formatMessage('line_period', { line: number }),
    findings,
  );
  if (period !== null) details.period = period;
  const supply = readSupply(input, report);
  if (supply) details.supply = supply;
  const concept = readConcept(input, report);
  if (concept) details.withholdingConcept = concept;
  const property = readProperty(input, number, findings) ?? (isLease(input) ? ofInvoice : null);
  if (property) details.property = property;
  if (findings.size > before) return undefined;
  return Object.keys(details).length === 0 ? null : details;
}

/** Most lines have none, so that the rules below need not run for each of a million lines. */
function hasDetails(line: LineInput): boolean {
  if (line.unit_code !== undefined || line.period !== undefined) return true;
  if (line.supply !== undefined || line.property !== undefined) return true;
  if (line.withholding_concept !== undefined) return true;
  for (const { member } of LINE_TEXTS) if (line[member] !== undefined) return true;
  return false;
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
