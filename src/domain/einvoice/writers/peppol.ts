import { countryOfVatPrefix } from '../../invoice/vat-number.ts';
import { negateDecimal } from '../../money/decimals.ts';
import { NotExpressible } from '../refusal.ts';
import type { EInvoice, Line, Period, SchemedValue, VatBreakdown } from '../terms.ts';
import { buildUblCreditNoteWriter, buildUblInvoiceWriter, type UblProfile } from './ubl.ts';

const PEPPOL: UblProfile = {
  specification: 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0',
  process: 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0',
};

const writeInvoice = buildUblInvoiceWriter(PEPPOL);
const writeCreditNote = buildUblCreditNoteWriter(PEPPOL);

/** Schemes of electronic addresses (EAS) that are VAT numbers, by the country of the number. */
const VAT_SCHEMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    AT: '9914',
    BE: '9925',
    BG: '9926',
    CY: '9928',
    CZ: '9929',
    DE: '9930',
    EE: '9931',
    ES: '9920',
    FR: '9957',
    GB: '9932',
    GR: '9933',
    HR: '9934',
    HU: '9910',
    IE: '9935',
    IT: '0211',
    LT: '9937',
    LU: '9938',
    LV: '9939',
    MT: '9943',
    NL: '9944',
    PL: '9945',
    PT: '9946',
    RO: '9947',
    SE: '9955',
    SI: '9949',
    SK: '9950',
  }),
);

/** Returns the electronic address that a VAT identifier implies; undefined if its country has no scheme. */
function deriveAddress(vatId: string | undefined): SchemedValue | undefined {
  if (vatId === undefined) return undefined;
  const scheme = VAT_SCHEMES.get(vatId.startsWith('ES') ? 'ES' : (countryOfVatPrefix(vatId) ?? ''));
  return scheme === undefined ? undefined : { scheme, value: vatId };
}

/**
 * Returns the writer of an invoice in UBL for Peppol BIS Billing 3.0. It requires electronic addresses and a reference of the buyer, has one note, and has no code
 * 384 between Spanish parties: a correction that only lowers amounts becomes a credit note, and any other is an invoice with signed amounts.
 * @throws NotExpressible with Peppol's rule: also for an invoice that the recipient issues, which has a process of its own in Peppol.
 */
export function preparePeppol(invoice: EInvoice): () => string {
  if (invoice['BT-3'] === '389') {
    throw new NotExpressible(
      'PEPPOL-EN16931-P0100',
      'Peppol has a separate process for invoices that the recipient issues',
    );
  }
  for (const line of invoice['BG-25']) checkPeriod(invoice['BG-14'], line['BG-26']);
  const seller = invoice['BG-4']['BT-34'] ?? deriveAddress(`ES${invoice['BG-4']['BT-30']}`);
  const buyer =
    invoice['BG-7']['BT-49'] ??
    deriveAddress(invoice['BG-7']['BT-48']) ??
    (invoice['BG-7']['BG-8'].country === 'ES' && invoice['BG-7']['BT-47'] !== undefined
      ? deriveAddress(`ES${invoice['BG-7']['BT-47']}`)
      : undefined);
  if (buyer === undefined)
    throw new NotExpressible('PEPPOL-EN16931-R010', 'Peppol requires the electronic address of the buyer');
  if (invoice['BT-10'] === undefined && invoice['BT-13'] === undefined) {
    throw new NotExpressible(
      'PEPPOL-EN16931-R003',
      'Peppol requires a buyer reference or the number of a purchase order: state buyer_reference or order_reference',
    );
  }
  const notes = invoice['BT-22'];
  const adapted: EInvoice = {
    ...invoice,
    'BT-3': invoice['BT-3'] === '384' ? '380' : invoice['BT-3'],
    'BT-22': notes.length < 2 ? notes : [notes.join('\n')],
    'BG-4': { ...invoice['BG-4'], ...(seller !== undefined && { 'BT-34': seller }) },
    'BG-7': { ...invoice['BG-7'], 'BT-49': buyer },
    ...adaptPayment(invoice),
  };
  return invoice['BT-3'] === '384' && lowersOnly(invoice)
    ? () => writeCreditNote(negateAll(adapted))
    : () => writeInvoice(adapted);
}

const isBefore = (one: string | undefined, other: string | undefined): boolean =>
  one !== undefined && other !== undefined && one < other;

/** Checks that the period of a line is within the period of the invoice. */
function checkPeriod(ofInvoice: Period = {}, ofLine: Period = {}): void {
  const isEarly = isBefore(ofLine.start, ofInvoice.start);
  if (!isEarly && !isBefore(ofInvoice.end, ofLine.end)) return;
  throw new NotExpressible(
    isEarly ? 'PEPPOL-EN16931-R110' : 'PEPPOL-EN16931-R111',
    'Peppol requires that the periods of the lines are within the period of the invoice',
  );
}

/** Peppol requires a mandate with a direct debit (R061), so one without is stated as not defined. */
function adaptPayment({ 'BG-16': payment }: EInvoice): Pick<EInvoice, 'BG-16'> {
  if (payment?.['BT-81'] !== '59' || payment['BT-89'] !== undefined) return {};
  return { 'BG-16': { 'BT-81': '1', ...(payment['BT-82'] && { 'BT-82': payment['BT-82'] }) } };
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

/** Turns the signs of all amounts and quantities, since a credit note states as positive what lowers the price. */
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
    'BG-27': line['BG-27'].map((one) => ({
      ...one,
      amount: negateDecimal(one.amount),
      ...(one.base !== undefined && { base: negateDecimal(one.base) }),
    })),
  };
}
