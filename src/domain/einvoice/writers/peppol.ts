import { negateDecimal } from '../../money/decimals.ts';
import { NotExpressible } from '../refusal.ts';
import type { EInvoice, Line, Period, VatBreakdown } from '../terms.ts';
import { checkAddress, deriveAddress } from './peppol-addresses.ts';
import { buildUblCreditNoteWriter, buildUblInvoiceWriter, type UblProfile } from './ubl.ts';
import { formatMessage } from '../../../contracts/messages/format-message.ts';

const PEPPOL: UblProfile = {
  specification: 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0',
  process: 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0',
};

const writeInvoice = buildUblInvoiceWriter(PEPPOL);
const writeCreditNote = buildUblCreditNoteWriter(PEPPOL);

/**
 * The rules of countries for their sellers that an invoice under a Spanish NIF always breaks: on
 * their registers of companies, and on the form of their numbers. Those of Greece and Italy apply
 * to sellers without a VAT identifier, whose country is then that of the address.
 */
const RULES_OF_SELLERS: Readonly<
  Record<string, { readonly rule: string; readonly onlyWithoutVatId?: true }>
> = {
  DK: { rule: 'DK-R-014' },
  GR: { rule: 'GR-R-001-1', onlyWithoutVatId: true },
  IS: { rule: 'IS-R-002' },
  IT: { rule: 'IT-R-001', onlyWithoutVatId: true },
  NL: { rule: 'NL-R-003' },
  SE: { rule: 'SE-R-004' },
};

/**
 * Returns the writer of an invoice in UBL for Peppol BIS Billing 3.0. It requires electronic
 * addresses and a reference of the buyer, has one note, and has no code 384 between Spanish
 * parties: a correction that only lowers amounts becomes a credit note, and any other is an invoice
 * with signed amounts.
 * @throws NotExpressible with Peppol's rule: also for an invoice that the recipient issues, which
 *   has a process of its own in Peppol, and for a rectification by substitution, which the
 *   recipient would owe beside the original.
 */
export function preparePeppol(invoice: EInvoice): () => string {
  checkKind(invoice);
  checkSeller(invoice);
  invoice['BG-25'].forEach((line, place) => checkPeriod(invoice['BG-14'], line['BG-26'], place));
  const seller = invoice['BG-4']['BT-34'] ?? deriveAddress(`ES${invoice['BG-4']['BT-30']}`);
  const buyer =
    invoice['BG-7']['BT-49'] ??
    deriveAddress(invoice['BG-7']['BT-48']) ??
    (invoice['BG-7']['BG-8'].country === 'ES' && invoice['BG-7']['BT-47'] !== undefined
      ? deriveAddress(`ES${invoice['BG-7']['BT-47']}`)
      : undefined);
  if (buyer === undefined)
    throw new NotExpressible(
      'PEPPOL-EN16931-R010',
      formatMessage('peppol_needs_buyer_address'),
      BUYER_ADDRESS,
    );
  checkAddress(seller!, 'issuer_nif');
  checkAddress(buyer, BUYER_ADDRESS);
  if (invoice['BT-10'] === undefined && invoice['BT-13'] === undefined) {
    throw new NotExpressible(
      'PEPPOL-EN16931-R003',
      formatMessage('peppol_needs_reference'),
      'buyer_reference',
    );
  }
  const notes = invoice['BT-22'];
  const adapted: EInvoice = {
    ...invoice,
    'BT-3': invoice['BT-3'] === '384' ? '380' : invoice['BT-3'],
    'BT-22': notes.length < 2 ? notes : [notes.join('\n')],
    'BG-4': { ...invoice['BG-4'], 'BT-34': seller! },
    'BG-7': { ...invoice['BG-7'], 'BT-49': buyer },
    ...adaptPayment(invoice),
  };
  return invoice['BT-3'] === '384' && lowersOnly(invoice)
    ? () => writeCreditNote(negateAll(adapted))
    : () => writeInvoice(adapted);
}

const BUYER_ADDRESS = 'recipients[0].electronic_address';

function checkKind(invoice: EInvoice): void {
  if (invoice['BT-3'] === '389') {
    throw new NotExpressible('PEPPOL-EN16931-P0100', formatMessage('peppol_self_billing'), 'issued_by.role');
  }
  if (invoice.isSubstitution) {
    throw new NotExpressible(
      'PEPPOL-EN16931-P0112',
      formatMessage('peppol_substitution'),
      'rectification.method',
    );
  }
}

/** Checks that no rules of another country apply to the seller. */
function checkSeller({ 'BG-4': seller, 'BG-7': buyer }: EInvoice): void {
  const { country } = seller['BG-5'];
  const { rule, onlyWithoutVatId } = RULES_OF_SELLERS[country] ?? {};
  const isGermanBoth = country === 'DE' && buyer['BG-8'].country === 'DE';
  const broken = isGermanBoth
    ? 'DE-R-005'
    : onlyWithoutVatId && seller['BT-31'] !== undefined
      ? undefined
      : rule;
  if (broken === undefined) return;
  throw new NotExpressible(broken, formatMessage('peppol_foreign_seller', { country }), 'issuer_nif');
}

const isBefore = (one: string | undefined, other: string | undefined): boolean =>
  one !== undefined && other !== undefined && one < other;

/**
 * Checks that the period of a line is within the period of the invoice.
 * @param place of the line, from 0.
 */
function checkPeriod(ofInvoice: Period = {}, ofLine: Period = {}, place: number): void {
  const isEarly = isBefore(ofLine.start, ofInvoice.start);
  if (!isEarly && !isBefore(ofInvoice.end, ofLine.end)) return;
  throw new NotExpressible(
    isEarly ? 'PEPPOL-EN16931-R110' : 'PEPPOL-EN16931-R111',
    formatMessage('peppol_line_periods'),
    `lines[${place}].period`,
  );
}

const DIRECT_DEBITS: ReadonlySet<string> = new Set(['49', '59']);

/**
 * Peppol requires a mandate with a direct debit (R061), so the code of one without is "not
 * defined"; its name states what it is.
 */
function adaptPayment({ 'BG-16': payment }: EInvoice): Pick<EInvoice, 'BG-16'> {
  if (payment === undefined || !DIRECT_DEBITS.has(payment['BT-81'])) return {};
  return payment['BT-89'] === undefined ? { 'BG-16': { ...payment, 'BT-81': '1' } } : {};
}

function isLowering(amount: string): boolean {
  return amount.startsWith('-') || !/[1-9]/.test(amount);
}

function lowersOnly(invoice: EInvoice): boolean {
  return (
    invoice['BG-25'].every((line) => isLowering(line['BT-131'])) &&
    invoice['BG-23'].every((one) => isLowering(one['BT-116']) && isLowering(one['BT-117'])) &&
    isLowering(invoice['BT-115'])
  );
}

/**
 * Turns the signs of all amounts and quantities, since a credit note states as positive what lowers
 * the price.
 */
function negateAll(invoice: EInvoice): EInvoice {
  const optional = (key: 'BT-107' | 'BT-108' | 'BT-111' | 'BT-113') =>
    invoice[key] === undefined ? {} : { [key]: negateDecimal(invoice[key]) };
  return {
    ...invoice,
    'BT-106': negateDecimal(invoice['BT-106']),
    ...optional('BT-107'),
    ...optional('BT-108'),
    'BT-109': negateDecimal(invoice['BT-109']),
    'BT-110': negateDecimal(invoice['BT-110']),
    ...optional('BT-111'),
    'BT-112': negateDecimal(invoice['BT-112']),
    ...optional('BT-113'),
    'BT-115': negateDecimal(invoice['BT-115']),
    allowancesAndCharges: invoice.allowancesAndCharges.map((one) => ({
      ...one,
      amount: negateDecimal(one.amount),
      ...(one.base !== undefined && { base: negateDecimal(one.base) }),
    })),
    'BG-23': invoice['BG-23'].map(negateBreakdown),
    'BG-25': invoice['BG-25'].map(negateLine),
  };
}

function negateBreakdown(one: VatBreakdown): VatBreakdown {
  return { ...one, 'BT-116': negateDecimal(one['BT-116']), 'BT-117': negateDecimal(one['BT-117']) };
}

function negateLine(line: Line): Line {
  return {
    ...line,
    'BT-129': negateDecimal(line['BT-129']),
    'BT-131': negateDecimal(line['BT-131']),
    allowancesAndCharges: line.allowancesAndCharges.map((one) => ({
      ...one,
      amount: negateDecimal(one.amount),
      ...(one.base !== undefined && { base: negateDecimal(one.base) }),
    })),
  };
}
