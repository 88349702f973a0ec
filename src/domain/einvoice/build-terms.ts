import type { InvoiceDocument, IssuerDetails } from '../../contracts/invoice-document.ts';
import { listPrintedAmounts } from '../invoice/printed-amounts.ts';
import { formatCents, readCents } from '../money/decimals.ts';
import { buildBreakdown, checkBreakdown } from './breakdown.ts';
import { buildAllowances, buildLine, buildPeriod } from './lines.ts';
import { buildNotes, buildPaymentTerms } from './notes.ts';
import { buildAddress, buildBuyer, buildPayee, buildSeller, type VatScope } from './parties.ts';
import { buildPayment, findDueDate } from './payment.ts';
import { NotExpressible } from './refusal.ts';
import { isDueOnPayment, isTaxDeferred, treatTax } from './tax-treatment.ts';
import type { DocumentAllowanceOrCharge, EInvoice, Line, PrecedingInvoice, VatBreakdown } from './terms.ts';

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
  const { number, issueDate, references, period, currency, payee } = document;
  const payment = buildPayment(document, profile);
  const dueDate = findDueDate(document);
  const terms = buildPaymentTerms(document);
  const reference = references?.buyer ?? recipient.dir3?.accountingOffice ?? undefined;
  return {
    'BT-1': number,
    'BT-2': issueDate,
    'BT-3': chooseTypeCode(document),
    isSubstitution: document.rectification?.method === 'substitution',
    'BT-5': requireCurrency(currency ?? EURO),
    ...(currency !== undefined && { 'BT-6': EURO }),
    isTaxDueOnPayment: document.groups.some(isDueOnPayment),
    ...(dueDate !== undefined && { 'BT-9': dueDate }),
    ...(reference !== undefined && { 'BT-10': reference }),
    ...(references?.project !== undefined && { 'BT-11': references.project }),
    ...(references?.contract !== undefined && { 'BT-12': references.contract }),
    ...(references?.order !== undefined && { 'BT-13': references.order }),
    ...(references?.accounting !== undefined && { 'BT-19': references.accounting }),
    ...(references?.deliveryNotes?.length === 1 && { 'BT-16': references.deliveryNotes[0]! }),
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

/** Returns the recipient. @throws NotExpressible for a simplified invoice, and if there are several recipients. */
function requireBuyer({
  type,
  recipient,
  otherRecipients,
}: InvoiceDocument): NonNullable<InvoiceDocument['recipient']> {
  if (type === 'F2' || type === 'R5' || recipient === null) {
    throw new NotExpressible(
      'BR-07',
      `an electronic invoice names its buyer, and type ${type} is a simplified invoice`,
    );
  }
  if (otherRecipients !== undefined && otherRecipients.length > 0) {
    throw new NotExpressible(
      'BG-7',
      `EN 16931 has one buyer, and the invoice has ${otherRecipients.length + 1} recipients`,
      'recipients',
    );
  }
  return recipient;
}

/** Currencies of ISO 4217 that EN 16931 does not list (rule BR-CL-04). */
const UNLISTED_CURRENCIES: ReadonlySet<string> = new Set(['STN']);

function requireCurrency(code: string): string {
  if (!UNLISTED_CURRENCIES.has(code)) return code;
  throw new NotExpressible('BR-CL-04', `EN 16931 does not list the currency ${code}`, 'currency');
}

function findScope({ groups, recipient }: InvoiceDocument): VatScope {
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

function listPreceding({ rectified, rectification, replaces }: InvoiceDocument): PrecedingInvoice[] {
  const all = rectified === null ? (rectification?.invoices ?? replaces ?? []) : [rectified];
  return all.map(({ number, issueDate }) => ({ 'BT-25': number, 'BT-26': issueDate }));
}

/** EN 16931 has one despatch advice (BT-16). Several are listed in a note. */
function listDeliveryNotes({ references }: InvoiceDocument): string[] {
  const notes = references?.deliveryNotes ?? [];
  return notes.length < 2 ? [] : [`Albaranes: ${notes.join(', ')}.`];
}

/**
 * Builds BT-70, BT-72 and BG-15. Category K requires the day and the country (BR-IC-11, BR-IC-12); without a stated delivery that of the recipient. With regimes 14 and 15 the operation date is the day on which the tax
 * will be due, so the delivery has the date of issue.
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
        'the issuer needs a VAT identifier, which issuers in the Canary Islands, Ceuta and Melilla do not have',
        'issuer_nif',
      );
    }
    if (category === 'K' && buyer['BT-48'] === undefined) {
      throw new NotExpressible(
        'BR-IC-02',
        'an intra-Community supply needs the VAT identifier of the recipient',
        'recipients[0].document_number',
      );
    }
    if (category === 'AE' && buyer['BT-48'] === undefined && buyer['BT-47'] === undefined) {
      throw new NotExpressible(
        'BR-AE-02',
        'a reverse charge needs the tax number of the recipient',
        'recipients[0].document_number',
      );
    }
  }
}

function add(amounts: readonly string[]): bigint {
  return amounts.reduce((sum, amount) => sum + readCents(amount), 0n);
}

/** Builds the document totals (BG-22). */
function sumUp(
  document: InvoiceDocument,
  lines: readonly Line[],
  allowances: readonly DocumentAllowanceOrCharge[],
  breakdown: readonly VatBreakdown[],
): Pick<
  EInvoice,
  'BT-106' | 'BT-107' | 'BT-108' | 'BT-109' | 'BT-110' | 'BT-111' | 'BT-112' | 'BT-113' | 'BT-115'
> {
  const { totals, paid, currency } = document;
  const ofLines = add(lines.map((line) => line['BT-131']));
  const [charges, reductions] = [true, false].map((isCharge) =>
    allowances.filter((each) => each.isCharge === isCharge),
  ) as [DocumentAllowanceOrCharge[], DocumentAllowanceOrCharge[]];
  const allowed = add(reductions.map(({ amount }) => amount));
  const charged = add(charges.map(({ amount }) => amount));
  const net = ofLines - allowed + charged;
  const tax = add(breakdown.map((each) => each['BT-117']));
  const total = net + tax;
  const stated = readCents(totals.total) + readCents(totals.foreignTax ?? '0.00');
  if (total !== stated) {
    throw new NotExpressible(
      'BR-CO-15',
      `the lines and taxes add up to ${formatCents(total)}, and the invoice states ${formatCents(stated)}`,
    );
  }
  const advance = paid === true ? total : readCents(totals.prepaid ?? '0.00');
  return {
    'BT-106': formatCents(ofLines),
    ...(reductions.length > 0 && { 'BT-107': formatCents(allowed) }),
    ...(charges.length > 0 && { 'BT-108': formatCents(charged) }),
    'BT-109': formatCents(net),
    'BT-110': formatCents(tax),
    ...(currency !== undefined && { 'BT-111': formatCents(addEuroTax(document)) }),
    'BT-112': formatCents(total),
    ...(advance !== 0n && { 'BT-113': formatCents(advance) }),
    'BT-115': formatCents(total - advance),
  };
}

/** Adds the taxes in euros, without the tax on margins, which is not shown. */
function addEuroTax({ groups, recipient }: InvoiceDocument): bigint {
  return groups
    .filter((group) => treatTax(group, recipient).tax.category !== 'E')
    .reduce(
      (sum, { euro }) =>
        sum +
        readCents(euro?.tax ?? '0.00') +
        readCents(euro?.surcharge ?? '0.00') +
        readCents(euro?.foreignTax ?? '0.00'),
      0n,
    );
}
