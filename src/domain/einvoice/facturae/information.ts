import type { InvoiceDocument } from '../../../contracts/invoice-document.ts';
import type { IssuerDetails } from '../../../contracts/issuer-profile.ts';
import type { PassThrough } from '../../../contracts/members.ts';
import { REFERENCES } from '../../../contracts/v2/reference-members.ts';
import { judgeAmountToPay } from '../../invoice/amount-to-pay.ts';
import { RECTIFICATION_TEXTS } from '../../mentions/rectification-texts.ts';
import { describeExpenses } from '../deductions.ts';
import {
  describeDeferredOperation,
  describeExchangeRate,
  describeForeignVat,
  describeThirdParty,
} from '../notes.ts';
import { hasPayment, nameMeans } from '../payment.ts';
import { listOtherIssuers } from '../rectification.ts';
import { fits, limitText } from './limit-text.ts';
import { listPaymentTexts } from './payment.ts';
import { describeContact } from './parties.ts';
import { describePeriod } from './periods.ts';
import { formatMessage } from '../../../contracts/messages/format-message.ts';

const MAX_TEXT = 2500;
const MAX_REFERENCE = 20;
const MAX_RELATED = 40;

type Reference = 'orderReference' | 'contractReference';

/**
 * Returns the references that fit into their elements: ReceiverTransactionReference and
 * ReceiverContractReference.
 */
export function buildReferences({ references }: InvoiceDocument): Partial<Record<Reference, string>> {
  const { order, contract } = references ?? {};
  return {
    ...(order !== undefined && fits(order, MAX_REFERENCE) && { orderReference: order }),
    ...(contract !== undefined && fits(contract, MAX_REFERENCE) && { contractReference: contract }),
  };
}

/**
 * Returns the simplified invoice that an F3 replaces, if there is one and its number fits into
 * RelatedInvoice.
 */
export function findRelatedInvoice(document: InvoiceDocument): string | undefined {
  const [number, ...others] = listReplaced(document);
  return number !== undefined && others.length === 0 && number.length <= MAX_RELATED ? number : undefined;
}

function listReplaced({ type, rectified, replaces = [] }: InvoiceDocument): string[] {
  if (type !== 'F3') return [];
  return (rectified === null ? replaces : [rectified]).map(({ number }) => number);
}

/**
 * Builds InvoiceAdditionalInformation: what Facturae has no element for, or what does not fit into
 * it, and the footer.
 * @param hasInstallments whether the texts about the payment are stated with its installments.
 * @throws NotExpressible if it is too long.
 */
export function buildInformation(
  document: InvoiceDocument,
  profile: IssuerDetails | null,
  hasInstallments: boolean,
): string {
  const { period, footerNote } = document;
  const texts = [
    ...describeReferences(document),
    describeContact(document),
    describeDelivery(document),
    describePeriod(period),
    describeReplaced(document),
    ...(document.type === 'F3' ? listOtherIssuers(document) : []),
    describeDeferredOperation(document),
    ...document.groups.map((group) => describeForeignVat(group, document)),
    describeThirdParty(document),
    describeExchangeRate(document),
    describeExpenses(document),
    describePaid(document),
    ...(hasInstallments || !hasPayment(document) ? [] : listPaymentTexts(document)),
    footerNote,
    profile?.registryNote,
  ];
  return limitText(
    texts.filter((text) => typeof text === 'string' && text !== '').join('\n'),
    'InvoiceAdditionalInformation',
    MAX_TEXT,
    formatMessage('the_additional_information'),
  );
}

function describeReferences(document: InvoiceDocument): (string | null)[] {
  const { references = {} } = document;
  const { deliveryNotes = [] } = references;
  const { orderReference, contractReference } = buildReferences(document);
  const others = { ...references };
  if (orderReference !== undefined) delete others.order;
  if (contractReference !== undefined) delete others.contract;
  return [
    ...describeTexts(REFERENCES, others),
    deliveryNotes.length === 0 ? null : `Albaranes: ${deliveryNotes.join(', ')}.`,
  ];
}

/** Describes texts that are only passed on. @param holder of them in the document. */
export function describeTexts<T extends PassThrough>(
  texts: readonly T[],
  holder: Partial<Record<T['stored'], string>>,
): (string | null)[] {
  return texts.map(({ stored, facturae, label }) => {
    const text = holder[stored as T['stored']];
    return text === undefined ? null : `${facturae ?? label.es}: ${text}.`;
  });
}

function describeDelivery({ delivery }: InvoiceDocument): string | null {
  if (delivery === undefined) return null;
  const { name, address, postalCode, city, countryCode } = delivery;
  const texts = [name, address, postalCode, city, countryCode].filter((text) => text !== null);
  return `Entrega: ${texts.join(', ')}.`;
}

function describeReplaced(document: InvoiceDocument): string | null {
  if (document.type !== 'F3') return null;
  const numbers = listReplaced(document);
  return numbers.length === 0
    ? `${RECTIFICATION_TEXTS.replacing}.`
    : `${RECTIFICATION_TEXTS.replacing}: ${numbers.join(', ')}.`;
}

/** States that the invoice was paid or its amount returned, and how; null if neither. */
function describePaid(document: InvoiceDocument): string | null {
  const { settled } = judgeAmountToPay({ document, annulledOn: null });
  if (settled === null) return null;
  const { paymentMethod } = document;
  const done = settled === 'paid' ? 'Factura pagada' : 'Importe devuelto';
  return paymentMethod === null ? `${done}.` : `${done}: ${nameMeans(paymentMethod)}.`;
}
