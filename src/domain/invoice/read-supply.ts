import { LEASED_PROPERTY_SITUATIONS, SUPPLIES, type Supply } from '../../contracts/codes.ts';
import type { DocumentLine } from '../../contracts/invoice-document.ts';
import { formatMessage } from '../../contracts/messages/format-message.ts';
import type { Text } from '../../contracts/messages/texts.ts';
import type { InvoiceInput, LineInput, PropertyInput } from '../../contracts/v2/invoice-input.ts';
import { PROPERTY } from '../../contracts/v2/line-members.ts';
import { type Findings, MEMBER_NAMES, type ReportOn } from '../reading/findings.ts';
import { readNumber } from '../reading/read-number.ts';
import { isBlank, readCode, readMember } from '../reading/read-text.ts';

/*
 * What a line supplies, which only the SII states. It is stored as the request states it: what an
 * absent member means there is for the mapping to decide.
 */

type Property = NonNullable<DocumentLine['property']>;

/**
 * Reads whether goods or services are supplied.
 * @returns null if it is absent; undefined if it is refused.
 */
export function readSupply(
  { supply }: Pick<LineInput, 'supply'>,
  report: ReportOn<'supply'>,
): Supply | null | undefined {
  return readCode(supply, SUPPLIES, 'supply', report);
}

/** The regime of the lease of premises, the only one with a property (SII's keys 11, 12 and 13). */
const LEASE = '11';
/** The situations of a property that has a cadastral reference (AEAT 1155). */
const WITH_REFERENCE: ReadonlySet<string> = new Set(['1', '2']);
const WITHOUT_REFERENCE = '3';

/** Returns whether a line lets premises. */
export function isLease({ tax_regime: regime }: Pick<LineInput, 'tax_regime'>): boolean {
  return regime === LEASE;
}

/**
 * Reads the premises that a line lets (SII's DetalleInmueble).
 * @param number of the line, from 1.
 * @returns null if they are absent or refused.
 */
export function readProperty(
  input: Pick<LineInput, 'property' | 'tax_regime'>,
  number: number,
  findings: Findings,
): Property | null {
  if (!input.property) return null;
  if (!isLease(input)) {
    findings.reportOnLine(number - 1)('property', 'must_be_blank', formatMessage('property_not_with_regime'));
    return null;
  }
  const place = `lines[${number - 1}].property`;
  return readPremises(input.property, place, formatMessage('line_property', { line: number }), findings);
}

/**
 * Reads the premises of the lines that state none of their own.
 * @returns null if they are absent or refused.
 */
export function readInvoiceProperty(
  { property, lines }: Pick<InvoiceInput, 'property' | 'lines'>,
  findings: Findings,
): Property | null {
  if (!property) return null;
  if (!lines?.some(isLease)) {
    findings.report('property', 'must_be_blank', formatMessage('property_not_with_regime'));
    return null;
  }
  return readPremises(property, 'property', MEMBER_NAMES.property, findings);
}

/** @param place the path of the premises. @param label their name in messages. */
function readPremises(input: PropertyInput, place: string, label: Text, findings: Findings): Property | null {
  const report = findings.reportIn<keyof PropertyInput>(place, label);
  const situation = readSituation(input, report);
  const cadastralReference = readMember(PROPERTY.members, input, 'cadastral_reference', report);
  if (situation === null) return null;
  if (WITH_REFERENCE.has(situation) && isBlank(input.cadastral_reference))
    report('cadastral_reference', 'blank', formatMessage('blank_with_situation', { situation }), 1155);
  if (situation === WITHOUT_REFERENCE && cadastralReference !== null)
    report('cadastral_reference', 'must_be_blank', formatMessage('not_blank_with_situation', { situation }));
  return { situation, cadastralReference };
}

function readSituation(
  { situation: value }: PropertyInput,
  report: ReportOn<'situation'>,
): Property['situation'] | null {
  if (value === null || value === undefined) {
    report('situation', 'blank', formatMessage('blank'));
    return null;
  }
  const number = readNumber(value, 'situation', { decimals: 0, isInexact: false, report });
  if (number === null) return null;
  const situation = LEASED_PROPERTY_SITUATIONS.find((one) => one === String(number));
  if (situation !== undefined) return situation;
  const [least, most] = [LEASED_PROPERTY_SITUATIONS[0], LEASED_PROPERTY_SITUATIONS.at(-1)!];
  report('situation', 'out_of_range', formatMessage('not_between', { least, most }));
  return null;
}
