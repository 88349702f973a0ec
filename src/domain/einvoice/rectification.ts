import type { InvoiceDocument } from '../../contracts/invoice-document.ts';
import { RECTIFICATION_TEXTS } from '../mentions/rectification-texts.ts';
import { formatAmount } from './notation.ts';

/**
 * Lists what a rectifying invoice states about its cause (RD 1619/2012, art. 15.4): that of AEAT's
 * list L2, coupons, the reason of its issuer, the issuers of rectified invoices that are others,
 * and the amounts that it replaces. Empty for any other invoice.
 */
export function listCauses(document: InvoiceDocument): string[] {
  const { type, coupon, rectification } = document;
  if (type === 'F1' || type === 'F2' || type === 'F3') return [];
  const texts = [
    RECTIFICATION_TEXTS.causes[type],
    coupon === true ? RECTIFICATION_TEXTS.coupon : null,
    rectification === undefined ? null : `Motivo: ${rectification.reason}`,
    ...listOtherIssuers(document),
    rectification?.replaced === undefined ? null : describeReplaced(rectification.replaced),
  ];
  return texts.filter((text) => text !== null);
}

/**
 * Names the issuer of each rectified or replaced invoice that another taxpayer issued, since
 * formats name only the number and the date.
 */
export function listOtherIssuers({ issuer, rectification, replaces }: InvoiceDocument): string[] {
  const invoices = rectification?.invoices ?? replaces ?? [];
  return invoices
    .filter(({ issuerNif }) => issuerNif !== issuer.nif)
    .map(({ number, issuerNif }) => `Factura ${number}: NIF del emisor ${issuerNif}.`);
}

/**
 * States that an invoice is a rectification, and its method; or that it replaces simplified
 * invoices. Null for any other invoice.
 */
export function describeKind({ type, rectification }: InvoiceDocument): string | null {
  if (type === 'F1' || type === 'F2') return null;
  if (type === 'F3') return `${RECTIFICATION_TEXTS.replacing}.`;
  const isSubstitution = rectification?.method === 'substitution';
  return `Factura rectificativa ${isSubstitution ? 'por sustitución' : 'por diferencias'}.`;
}

type Replaced = NonNullable<NonNullable<InvoiceDocument['rectification']>['replaced']>;

/** The amounts that a rectification by substitution replaces are in euros. */
function describeReplaced({ base, tax, surcharge }: Replaced): string {
  const texts = [
    `base imponible ${formatAmount(base, {})}`,
    `cuota ${formatAmount(tax, {})}`,
    ...(surcharge === undefined ? [] : [`recargo de equivalencia ${formatAmount(surcharge, {})}`]),
  ];
  return `Importes que se sustituyen: ${texts.join(', ')}.`;
}
