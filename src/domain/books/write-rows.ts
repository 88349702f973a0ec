import type { BookRow } from '../../contracts/v2/book-columns.ts';
import type { Value } from '../../contracts/messages/texts.ts';
import type { InvoiceDocument, TaxGroup } from '../../contracts/invoice-document.ts';
import { formatCents, readCents, roundDivision, scaleDecimal } from '../money/decimals.ts';
import { classifyGroup, codeOfDocument, RENT_KEYS } from './codes.ts';
import type { BookEntry, BookOptions } from './book-entry.ts';
import { type BookNote, note } from './notes.ts';
import { periodOf, quarterOf } from './quarters.ts';

type Head = Record<string, string>;

/** AEAT's text for a simplified invoice without an identified recipient. */
const CONSUMER = 'VENTAS A CONSUMIDOR FINAL';
const MOST_OF_NUMBER = 20;
const MOST_OF_NAME = 40;
const MOST_OF_REFERENCE = 40;
/** The exchange rate has at most six decimals. */
const RATE_DECIMALS = 6;
const RATE_UNIT = 1_000_000n;

/** Writes the rows of one invoice, without those of collections and of what it replaces. */
export function writeRows(
  document: InvoiceDocument,
  externalInvoiceId: string | null,
  { book, parameters }: BookOptions,
): BookEntry {
  const notes: BookNote[] = [];
  const head: Head = {
    ...quarterOf(periodOf(document)),
    ...writeActivity(parameters.activity),
    invoice_type: document.type,
    issue_date: document.issueDate,
    ...(document.operationDate !== null &&
      document.operationDate !== document.issueDate && { operation_date: document.operationDate }),
    ...writeNumber(document.number, externalInvoiceId, notes),
    ...writeRecipient(document, notes),
  };
  const isJoint = book === 'U';
  const rows = document.groups.map((group) => {
    const cells = writeGroup(group, document, notes);
    return {
      ...head,
      ...(isJoint && parameters.incomeConcept !== null && { income_concept: parameters.incomeConcept }),
      ...(isJoint && { computable_income: incomeOf(cells, group) }),
      ...cells,
      ...writeProperty(cells, parameters, notes),
    };
  });
  return { rows: isJoint ? withhold(rows, document, notes) : rows, notes };
}

function writeActivity(activity: BookOptions['parameters']['activity']): Head {
  if (activity === null) return {};
  const { code, type, group } = activity;
  return {
    activity_code: code,
    ...(type !== null && { activity_type: type }),
    ...(group !== null && { activity_group: group }),
  };
}

/**
 * The format has 20 characters for the series and 20 for the number, and AEAT's register 60 for both
 * together. A longer number is split before its last 20 characters.
 */
function writeNumber(number: string, externalInvoiceId: string | null, notes: BookNote[]): Head {
  const reference =
    externalInvoiceId !== null && externalInvoiceId.length <= MOST_OF_REFERENCE
      ? { external_reference: externalInvoiceId }
      : {};
  if (number.length <= MOST_OF_NUMBER) return { number, ...reference };
  const last = number.slice(-MOST_OF_NUMBER);
  if (number.length <= 2 * MOST_OF_NUMBER)
    return { series: number.slice(0, -MOST_OF_NUMBER), number: last, ...reference };
  notes.push(note('long_number', { number }));
  return {
    series: number.slice(0, MOST_OF_NUMBER),
    number: last,
    external_reference: number.slice(-MOST_OF_REFERENCE),
  };
}

function writeRecipient({ recipient, otherRecipients = [] }: InvoiceDocument, notes: BookNote[]): Head {
  if (recipient === null) return { recipient_name: CONSUMER };
  const { name, documentType, documentNumber, countryCode } = recipient;
  const characters = Array.from(name);
  if (characters.length > MOST_OF_NAME) notes.push(note('shortened_name', { name }));
  if (otherRecipients.length > 0)
    notes.push(note('further_recipients', { count: otherRecipients.length + 1 }));
  if (documentType === 'not_registered') notes.push(note('not_registered', { number: documentNumber }));
  const code = codeOfDocument(recipient);
  return {
    ...(code !== null && { recipient_document_type: code }),
    ...(code !== null && countryCode !== null && { recipient_country: countryCode }),
    recipient_document_number: documentNumber,
    recipient_name: characters.slice(0, MOST_OF_NAME).join(''),
  };
}

const TAX_NAMES: Readonly<Record<Exclude<TaxGroup['taxType'], 'iva'>, Value>> = {
  igic: 'IGIC',
  psi: 'IPSI',
  oss: 'IVA (OSS)',
  others: { en: 'other tax', es: 'otro impuesto' },
};

/** Columns R to Z of a tax group, in euros. */
function writeGroup(group: TaxGroup, document: InvoiceDocument, notes: BookNote[]): BookRow {
  const { key, qualification, exemption } = classifyGroup(group, document);
  const amounts = group.euro ?? group;
  const { base, tax, surcharge, price, costBase, foreignTax } = amounts;
  const operation = {
    tax_regime: key,
    ...(qualification !== null && { tax_operation_key: qualification }),
    ...(exemption !== null && { tax_exemption_code: exemption }),
  };
  const other = foreignTax ?? tax;
  if (group.taxType !== 'iva' && readCents(other) !== 0n)
    notes.push(note('other_tax', { tax: TAX_NAMES[group.taxType], amount: other }));
  if (costBase !== undefined && costBase !== base) notes.push(note('cost_base', { amount: costBase }));
  if (qualification === 'S2') return { ...operation, total: base, base, tax_rate: '0.00', tax: '0.00' };
  if (qualification !== 'S1') return { ...operation, total: base, base };
  const total = price ?? formatCents(readCents(base) + readCents(tax) + readCents(surcharge ?? '0.00'));
  return {
    ...operation,
    total,
    base,
    tax_rate: writeRate(group.rate ?? '0'),
    tax,
    ...(group.surchargeRate !== undefined && {
      equivalence_surcharge_rate: writeRate(group.surchargeRate),
      equivalence_surcharge: surcharge ?? '0.00',
    }),
  };
}

function writeRate(rate: string): string {
  return formatCents(scaleDecimal(rate, 2));
}

/** The income is the base; with a margin it is the price without its tax. */
function incomeOf({ total, base, tax }: BookRow, group: TaxGroup): string {
  const { price } = group.euro ?? group;
  return price === undefined ? base! : formatCents(readCents(total!) - readCents(tax ?? '0.00'));
}

/**
 * The property belongs to the rent of premises, to activity A01 and to activity D (validation V40).
 */
function writeProperty(
  { tax_regime: key = '' }: BookRow,
  { activity, property }: BookOptions['parameters'],
  notes: BookNote[],
): Head {
  const isLandlord = activity?.code === 'D' || (activity?.code === 'A' && activity.type === '01');
  const isRent = RENT_KEYS.has(key);
  if (!isRent && !isLandlord) return {};
  if (property === null) {
    if (!notes.some(({ code }) => code === 'property_unknown')) notes.push(note('property_unknown'));
    return {};
  }
  return {
    property_situation: property.situation,
    ...(property.cadastralReference !== null && { cadastral_reference: property.cadastralReference }),
  };
}

/** States each rate of retención once, on the first rows. */
function withhold(rows: readonly BookRow[], document: InvoiceDocument, notes: BookNote[]): BookRow[] {
  const { totals, exchangeRate } = document;
  const withheld = totals.withholdings.map(({ rate, amount }) => ({
    rate: writeRate(rate),
    amount: exchangeRate === undefined ? amount : inEuros(amount, exchangeRate),
  }));
  for (const { rate, amount } of withheld.slice(rows.length))
    notes.push(note('withholding_without_row', { rate, amount }));
  return rows.map((row, place) => {
    const own = withheld[place];
    return own === undefined ? row : { ...row, withholding_rate: own.rate, withholding: own.amount };
  });
}

function inEuros(amount: string, exchangeRate: string): string {
  return formatCents(roundDivision(readCents(amount) * scaleDecimal(exchangeRate, RATE_DECIMALS), RATE_UNIT));
}
