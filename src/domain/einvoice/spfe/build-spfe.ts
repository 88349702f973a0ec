import type { InvoiceDocument } from '../../../contracts/invoice-document.ts';
import type { IssuerDetails } from '../../../contracts/issuer-profile.ts';
import { formatMessage } from '../../../contracts/messages/format-message.ts';
import { REFERENCES } from '../../../contracts/v2/reference-members.ts';
import { listPrintedAmounts } from '../../invoice/printed-amounts.ts';
import { formatCents } from '../../money/decimals.ts';
import { findScope, listPreceding, requireBuyer, requireCurrency } from '../build-terms.ts';
import { buildPeriod, stateTexts } from '../lines.ts';
import { buildPaymentTerms } from '../notes.ts';
import { buildPayment, findDueDate } from '../payment.ts';
import { NotExpressible } from '../refusal.ts';
import { addEuroTax, sumParts } from '../sums.ts';
import { buildCollected, buildPayable } from './collected.ts';
import { listDocuments } from './documents.ts';
import { buildParts } from './lines.ts';
import { listNotes } from './notes.ts';
import { buildSpfeBuyer, buildSpfeSeller, buildThirdParty } from './parties.ts';
import { stateExchangeRate } from './switches.ts';
import { buildSpfeBreakdown, treatGroups } from './taxes.ts';
import type { SpfeInvoice } from './terms.ts';

const EURO = 'EUR';

/** What the SPFE receives beside the document of an invoice. */
export type SpfeSource = {
  readonly document: InvoiceDocument;
  /** The issuer's profile of the time of issue. */
  readonly profile: IssuerDetails | null;
  /** The address in its QR code; null if it has no record of VeriFactu. */
  readonly qrUrl: string | null;
  /** Whether it is the copy of an invoice that another platform delivers (art. 4.1 of the Orden). */
  readonly isCopy: boolean;
};

/**
 * Expresses an issued invoice in the terms of Annex I of Orden HAC/1028/2026. All amounts are those
 * of the document.
 * @throws NotExpressible with the term or the list that forbids it, or another article.
 */
export function buildSpfeInvoice({ document, profile, qrUrl, isCopy }: SpfeSource): SpfeInvoice {
  const recipient = requireBuyer(document);
  const type = chooseTypeCode(document);
  const { number, issueDate, operationDate, references = {}, period, currency, exchangeRate } = document;
  const treatments = treatGroups(document);
  const scope = findScope(document);
  const seller = buildSpfeSeller(document, profile, scope);
  const buyer = buildSpfeBuyer(recipient, scope);
  const thirdParty = buildThirdParty(document);
  const { lines, allowances } = buildParts(document, listPrintedAmounts(document), treatments, isCopy);
  const breakdown = buildSpfeBreakdown(document, treatments);
  const { total, sums } = sumParts(document, lines, allowances, breakdown);
  const { effect, ...collected } = buildCollected(document);
  const payable = buildPayable(document, total, effect);
  const dueDate = findDueDate(document);
  const terms = buildPaymentTerms(document, { hasPayableTerms: true });
  const { 'BT-10': buyerReference, ...others } = stateTexts(REFERENCES, references);
  return {
    'BT-1': number,
    'BT-ES-1': isCopy,
    'BT-2': issueDate,
    'BT-3': type,
    'BT-5': requireCurrency(currency ?? EURO),
    ...(currency !== undefined && {
      'BT-6': EURO,
      'BT-111': formatCents(addEuroTax(document)),
      ...(exchangeRate !== undefined && { 'BT-167': stateExchangeRate(currency, exchangeRate) }),
    }),
    ...(operationDate !== null && operationDate !== issueDate && { 'BT-7': operationDate }),
    ...(dueDate !== undefined && { 'BT-9': dueDate }),
    ...(document.paid === true &&
      document.payment?.paidOn !== undefined && { 'BT-ES-2': document.payment.paidOn }),
    ...(buyerReference !== undefined && { 'BT-10': buyerReference }),
    ...(!isCopy && others),
    ...(!isCopy && references.deliveryNotes?.length === 1 && { 'BT-16': references.deliveryNotes[0]! }),
    ...(terms !== undefined && { 'BT-20': terms }),
    'BG-1': listNotes(document, isCopy),
    'BG-3': listPreceding(document),
    'BG-4': seller,
    'BG-7': buyer,
    ...(thirdParty !== undefined && { 'BG-ES-1': thirdParty }),
    ...(period !== undefined && { 'BG-14': buildPeriod(period) }),
    ...statePayment(document, profile),
    'BG-24': listDocuments(document, profile, qrUrl),
    allowancesAndCharges: allowances,
    ...sums,
    ...payable,
    ...collected,
    'BG-23': breakdown,
    'BG-25': lines,
  };
}

/**
 * BT-3, list L1.
 * @throws NotExpressible if two codes apply and none says both.
 */
export function chooseTypeCode({ type, issuedBy }: InvoiceDocument): SpfeInvoice['BT-3'] {
  const isByRecipient = issuedBy?.role === 'recipient';
  if (type.startsWith('R')) return isByRecipient ? '471' : '384';
  if (type !== 'F3') return isByRecipient ? '389' : '380';
  if (isByRecipient)
    throw new NotExpressible('SPFE L1', formatMessage('spfe_two_type_codes'), 'issued_by.role');
  return '388';
}

/** Annex I has the means and the account to which money is transferred, and no direct debit. */
function statePayment(document: InvoiceDocument, profile: IssuerDetails | null): Pick<SpfeInvoice, 'BG-16'> {
  const payment = buildPayment(document, profile);
  if (payment === undefined) return {};
  const { 'BT-81': means, 'BT-82': name, 'BT-84': account } = payment;
  return {
    'BG-16': {
      'BT-81': means,
      ...(name !== undefined && { 'BT-82': name }),
      ...(account !== undefined && { 'BT-84': account }),
    },
  };
}
