import type { InvoiceDocument } from '../../../contracts/invoice-document.ts';
import { REFERENCES, type ReferenceText } from '../../../contracts/v2/reference-members.ts';
import { buildLegalMentions } from '../../mentions/choose-mentions.ts';
import { LEGAL_MENTIONS } from '../../mentions/legal-mentions.ts';
import { describeDeferredOperation } from '../notes.ts';
import { describeKind, listCauses, listOtherIssuers } from '../rectification.ts';
import type { Annotation } from './terms.ts';

/** The reference that Annex I has (BT-10). The others stand in the elements of an original. */
const STATED: ReferenceText['term'] = 'BT-10';

/**
 * Lists the notes (BG-1): the mentions of the law with the code `REG`, and then the texts of the
 * issuer. What Annex I has no term for is a note: who receives the payment, where goods are
 * delivered, and in a copy the references.
 */
export function listNotes(document: InvoiceDocument, isCopy: boolean): Annotation[] {
  const required = [
    describeKind(document),
    ...listCauses(document),
    ...(document.type === 'F3' ? listOtherIssuers(document) : []),
    ...buildLegalMentions(document, { mentions: LEGAL_MENTIONS }).map(({ law }) => law),
    describeDeferredOperation(document),
  ];
  const others = [
    ...(isCopy ? listReferences(document) : []),
    listDeliveryNotes(document, isCopy),
    describePaymentReference(document),
    describePayee(document),
    describeDelivery(document),
    document.footerNote,
  ];
  return [
    ...required.filter(keep).map((text): Annotation => ({ subject: 'REG', text })),
    ...others.filter(keep).map((text): Annotation => ({ text })),
  ];
}

function listReferences({ references = {} }: InvoiceDocument): string[] {
  return REFERENCES.flatMap(({ term, stored, label }) => {
    const text = references[stored];
    return term === STATED || text === undefined ? [] : [`${label.es}: ${text}`];
  });
}

/** An original has one element for them, so only several are a note there. */
function listDeliveryNotes({ references }: InvoiceDocument, isCopy: boolean): string | null {
  const notes = references?.deliveryNotes ?? [];
  return notes.length < (isCopy ? 1 : 2) ? null : `Albaranes: ${notes.join(', ')}`;
}

const keep = (text: string | null): text is string => typeof text === 'string' && text.trim() !== '';

const join = (parts: readonly (string | null)[]): string =>
  parts.filter((part) => part !== null && part !== '').join(', ');

function describePaymentReference({ payment }: InvoiceDocument): string | null {
  return payment?.reference === undefined ? null : `Referencia del pago: ${payment.reference}`;
}

function describePayee({ payee }: InvoiceDocument): string | null {
  return payee === undefined ? null : `Beneficiario del pago: ${join([payee.name, payee.documentNumber])}`;
}

function describeDelivery({ delivery }: InvoiceDocument): string | null {
  if (delivery === undefined) return null;
  const { name, address, postalCode, city, countryCode } = delivery;
  return `Entrega: ${join([name, address, postalCode, city, countryCode])}`;
}
