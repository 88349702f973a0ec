import type { InvoiceDocument } from '../../contracts/invoice-document.ts';
import type { IssuerDetails } from '../../contracts/issuer-profile.ts';
import { REFERENCES } from '../../contracts/v2/reference-members.ts';
import { listPrintedAmounts } from '../invoice/printed-amounts.ts';
import { formatCents, readCents } from '../money/decimals.ts';
import { buildBreakdown, checkBreakdown } from './breakdown.ts';
import { buildAllowances, buildLine, buildPeriod, stateTexts } from './lines.ts';
import { buildNotes, buildPaymentTerms } from './notes.ts';
import { buildAddress, buildBuyer, buildPayee, buildSeller, type VatScope } from './parties.ts';
import { buildPayment, findDueDate } from './payment.ts';
import { NotExpressible } from './refusal.ts';
import { addEuroTax, sumParts, type Sums } from './sums.ts';
import { isDueOnPayment, isTaxDeferred, treatTax } from './tax-treatment.ts';
import type { DocumentAllowanceOrCharge, EInvoice, Line, PrecedingInvoice, VatBreakdown } from './terms.ts';
import { formatMessage } from '../../contracts/messages/format-message.ts';

const EURO = 'EUR';

/**
 * Expresses an issued invoice in the terms of EN 16931-1. All amounts are those of the document.
 * @param profile the issuer's profile of the time of issue.
 * @throws NotExpressible with the rule that forbids it.
 */
export function buildTerms(document: InvoiceDocument, profile: IssuerDetails | null): EInvoice {
  const recipient = requireBuyer(document);
  const printed = listPrintedAmounts(document);
  const lines = document.lines.map((line, place) => buildLine(line, printed[place]!, place, recipient));
  const allowances = buildAllowances(document, printed.slice(lines.length), lines);
  const breakdown = buildBreakdown(document);
  checkBreakdown(breakdown, lines, allowances);
  const scope = findScope(document);
  const buyer = buildBuyer(recipient, scope);
  const seller = buildSeller(document, profile, scope);
  const delivery = buildDelivery(document, breakdown);
  checkIdentifiers(breakdown, seller, buyer);
  const { number, issueDate, references = {}, period, currency, payee } = document;
  const payment = buildPayment(document, profile);
  const dueDate = findDueDate(document);
  const office = recipient.dir3?.accountingOffice;
  const terms = buildPaymentTerms(document);
  return {
    'BT-1': number,
    'BT-2': issueDate,
    'BT-3': chooseTypeCode(document),
    isSubstitution: document.rectification?.method === 'substitution',
    'BT-5': requireCurrency(currency ?? EURO),
    ...(currency !== undefined && { 'BT-6': EURO }),
    isTaxDueOnPayment: document.groups.some(isDueOnPayment),
    ...(dueDate !== undefined && { 'BT-9': dueDate }),
    ...(office != null && { 'BT-10': office }),
    ...stateTexts(REFERENCES, references),
    ...(references.deliveryNotes?.length === 1 && { 'BT-16': references.deliveryNotes[0]! }),
    ...(terms !== undefined && { 'BT-20': terms }),
    'BT-22': [...buildNotes(document), ...listDeliveryNotes(document)],
    'BG-3': listPreceding(document),
    'BG-4': seller,
    'BG-7': buyer,
    ...(payee !== undefined && { 'BG-10': buildPayee(payee) }),
    ...delivery,
    ...(period !== undefined && { 'BG-14': buildPeriod(period) }),
    ...(payment !== undefined && { 'BG-16': payment }),
    allowancesAndCharges: allowances,
    ...sumUp(document, lines, allowances, breakdown),
    'BG-23': breakdown,
    'BG-25': lines,
  };
}

/**
 * Returns the recipient.
 * @throws NotExpressible for a simplified invoice, and if there are several recipients.
 */
export function requireBuyer({
  type,
  recipient,
  otherRecipients,
}: InvoiceDocument): NonNullable<InvoiceDocument['recipient']> {
  if (type === 'F2' || type === 'R5' || recipient === null) {
    throw new NotExpressible('BR-07', formatMessage('simplified_without_buyer', { type }));
  }
  if (otherRecipients !== undefined && otherRecipients.length > 0) {
    throw new NotExpressible(
      'BG-7',
      formatMessage('several_buyers', { count: otherRecipients.length + 1 }),
      'recipients',
    );
  }
  return recipient;
}

/** Currencies of ISO 4217 that EN 16931 does not list (rule BR-CL-04). */
const UNLISTED_CURRENCIES: ReadonlySet<string> = new Set(['STN']);

/** Returns a currency that EN 16931 lists. @throws NotExpressible for any other. */
export function requireCurrency(code: string): string {
  if (!UNLISTED_CURRENCIES.has(code)) return code;
  throw new NotExpressible('BR-CL-04', formatMessage('currency_not_of_en', { code }), 'currency');
}

/** Returns what determines the identifiers of the parties. */
export function findScope({ groups, recipient }: InvoiceDocument): VatScope {
  return {
    hasNotSubject: groups.some((group) => treatTax(group, recipient).tax.category === 'O'),
    hasLocalTax: groups.some(({ taxType }) => taxType === 'igic' || taxType === 'psi'),
  };
}

/** BT-3: a rectification is a corrected invoice (384), in which amounts are signed. */
function chooseTypeCode({ type, issuedBy }: InvoiceDocument): EInvoice['BT-3'] {
  if (type.startsWith('R')) return '384';
  return issuedBy?.role === 'recipient' ? '389' : '380';
}

/** Lists the invoices that an invoice rectifies or replaces (BG-3). */
export function listPreceding({ rectified, rectification, replaces }: InvoiceDocument): PrecedingInvoice[] {
  const all = rectified === null ? (rectification?.invoices ?? replaces ?? []) : [rectified];
  return all.map(({ number, issueDate }) => ({ 'BT-25': number, 'BT-26': issueDate }));
}

/** EN 16931 has one despatch advice (BT-16). Several are listed in a note. */
function listDeliveryNotes({ references }: InvoiceDocument): string[] {
  const notes = references?.deliveryNotes ?? [];
  return notes.length < 2 ? [] : [`Albaranes: ${notes.join(', ')}.`];
}

/**
 * Builds BT-70, BT-72 and BG-15. Category K requires the day and the country (BR-IC-11, BR-IC-12);
 * without a stated delivery that of the recipient. With regimes 14 and 15 the operation date is the
 * day on which the tax will be due, so the delivery has the date of issue.
 */
function buildDelivery(
  document: InvoiceDocument,
  breakdown: readonly VatBreakdown[],
): Pick<EInvoice, 'BT-70' | 'BT-72' | 'BG-15'> {
  const { operationDate, issueDate, recipient, delivery } = document;
  const isWithinUnion = breakdown.some(({ tax }) => tax.category === 'K');
  return {
    'BT-72': isTaxDeferred(document) ? issueDate : (operationDate ?? issueDate),
    ...(isWithinUnion && { 'BG-15': { country: recipient?.countryCode ?? 'ES' } }),
    ...(delivery !== undefined && { 'BG-15': buildAddress(delivery) }),
    ...(delivery?.name != null && { 'BT-70': delivery.name }),
  };
}

/** Checks the identifiers that categories require. @throws NotExpressible with the rule. */
function checkIdentifiers(
  breakdown: readonly VatBreakdown[],
  seller: EInvoice['BG-4'],
  buyer: EInvoice['BG-7'],
): void {
  for (const { tax } of breakdown) {
    const { category } = tax;
    if ((category === 'K' || category === 'G') && seller['BT-31'] === undefined) {
      throw new NotExpressible(
        category === 'K' ? 'BR-IC-02' : 'BR-G-02',
        formatMessage('issuer_without_vat_identifier'),
        'issuer_nif',
      );
    }
    if (category === 'K' && buyer['BT-48'] === undefined) {
      throw new NotExpressible(
        'BR-IC-02',
        formatMessage('recipient_without_vat_identifier'),
        'recipients[0].document_number',
      );
    }
    if (category === 'AE' && buyer['BT-48'] === undefined && buyer['BT-47'] === undefined) {
      throw new NotExpressible(
        'BR-AE-02',
        formatMessage('reverse_charge_without_number'),
        'recipients[0].document_number',
      );
    }
  }
}

/** Builds the document totals (BG-22). */
function sumUp(
  document: InvoiceDocument,
  lines: readonly Line[],
  allowances: readonly DocumentAllowanceOrCharge[],
  breakdown: readonly VatBreakdown[],
): Sums & Pick<EInvoice, 'BT-111' | 'BT-113' | 'BT-115'> {
  const { totals, paid, currency } = document;
  const { total, sums } = sumParts(document, lines, allowances, breakdown);
  const advance = paid === true ? total : readCents(totals.prepaid ?? '0.00');
  return {
    ...sums,
    ...(currency !== undefined && { 'BT-111': formatCents(addEuroTax(document)) }),
    ...(advance !== 0n && { 'BT-113': formatCents(advance) }),
    'BT-115': formatCents(total - advance),
  };
}
