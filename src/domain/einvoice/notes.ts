import type { InvoiceDocument, TaxGroup } from '../../contracts/invoice-document.ts';
import { judgeAmountToPay } from '../invoice/amount-to-pay.ts';
import { buildLegalMentions } from '../mentions/choose-mentions.ts';
import { isForeignVat } from '../mentions/fiscal-key.ts';
import { LEGAL_MENTIONS } from '../mentions/legal-mentions.ts';
import { describePayable } from './deductions.ts';
import { formatAmount, formatDay, formatRate } from './notation.ts';
import { findDueDate, listDueDates, listTerms, nameMeans } from './payment.ts';
import { isTaxDeferred } from './tax-treatment.ts';
import { describeKind, listCauses, listOtherIssuers } from './rectification.ts';

/*
 * The texts of an electronic invoice about what EN 16931 has no terms for. They are in Spanish.
 */

const SETTLED = { paid: 'Pagada', refunded: 'Devuelta' } as const;
/**
 * No term is stated, so none is claimed. Without an agreed term the law sets one of 30 days (Ley
 * 3/2004, art. 4).
 */
const NO_TERM = 'Sin vencimiento indicado';

/**
 * Builds BT-20. While an amount is due, it is present if there is no due date (BR-CO-25). Where no
 * money is transferred, such as in a rectification for insolvency, it only states what the page
 * states.
 * @param form `hasPayableTerms` if other terms state withholdings and suplidos.
 */
export function buildPaymentTerms(
  document: InvoiceDocument,
  { hasPayableTerms }: { readonly hasPayableTerms: boolean } = { hasPayableTerms: false },
): string | undefined {
  const { settled, hasPayment, isDue } = judgeAmountToPay({ document, annulledOn: null });
  const due = listDueDates(document);
  const texts = [
    ...(hasPayment ? listTerms(document) : []),
    due.length < 2 ? null : describeDueDates(due, document),
    hasPayableTerms ? null : describePayable(document),
    settled === null ? null : describeSettled(SETTLED[settled], document),
  ].filter((text) => text !== null);
  if (texts.length > 0) return texts.join('\n');
  if (findDueDate(document) !== undefined || !hasPayment) return undefined;
  if (document.paymentMethod !== null) return nameMeans(document.paymentMethod);
  return isDue ? NO_TERM : undefined;
}

/** @param settled what happened to the amount. */
function describeSettled(settled: string, { payment }: InvoiceDocument): string {
  return payment?.paidOn === undefined ? settled : `${settled} el ${formatDay(payment.paidOn)}`;
}

function describeDueDates(due: ReturnType<typeof listDueDates>, document: InvoiceDocument): string {
  const texts = due.map(({ date, amount }) => `${formatAmount(amount, document)} el ${formatDay(date)}`);
  return `Vencimientos: ${texts.join('; ')}.`;
}

/**
 * Builds the notes BT-22: that the invoice rectifies or replaces others and why, the legal
 * mentions, what is deducted, taxes that have no term of their own, the public body, who issued the
 * invoice, and its footer.
 */
export function buildNotes(document: InvoiceDocument): string[] {
  const mentions = buildLegalMentions(document, { mentions: LEGAL_MENTIONS }).map(({ law }) => law);
  const notes = [
    describeKind(document),
    ...listCauses(document),
    ...(document.type === 'F3' ? listOtherIssuers(document) : []),
    ...mentions,
    ...document.groups.flatMap((group) => [
      describeSurcharge(group, document),
      describeForeignVat(group, document),
    ]),
    describeDeferredOperation(document),
    describePayable(document),
    describePublicBody(document),
    describeThirdParty(document),
    describeExchangeRate(document),
    document.footerNote,
  ];
  return notes.filter((note): note is string => typeof note === 'string' && note.trim() !== '');
}

/**
 * Names the third party that issued an invoice in the name of its issuer, with its country if it is
 * another one; null if there is none.
 */
export function describeThirdParty({ issuedBy }: InvoiceDocument): string | null {
  if (issuedBy?.role !== 'third_party') return null;
  const { name, documentNumber, countryCode } = issuedBy;
  const country = countryCode === 'ES' ? null : countryCode;
  return `Factura expedida por un tercero: ${[name, documentNumber, country].filter(Boolean).join(', ')}.`;
}

/** States the exchange rate of an invoice in another currency; null if it is in euros. */
export function describeExchangeRate({ currency, exchangeRate }: InvoiceDocument): string | null {
  if (currency === undefined || exchangeRate === undefined) return null;
  return `Tipo de cambio: 1 ${currency} = ${exchangeRate.replace('.', ',')} €.`;
}

/**
 * States the day on which the tax of an invoice of regimes 14 and 15 will fall due, which is no
 * date of a delivery; null for any other invoice.
 */
export function describeDeferredOperation(document: InvoiceDocument): string | null {
  const { operationDate } = document;
  if (operationDate === null || !isTaxDeferred(document)) return null;
  return `Fecha de operación: ${formatDay(operationDate)}.`;
}

/**
 * States of which member state the VAT of the one-stop shop is (LIVA, art. 163 unvicies), which no
 * format can; null for any other tax.
 */
export function describeForeignVat(group: TaxGroup, document: InvoiceDocument): string | null {
  const { base, foreignTax, foreignRate, taxCountry } = group;
  if (!isForeignVat(group) || foreignTax === undefined) return null;
  const print = (amount: string) => formatAmount(amount, document);
  return `IVA (${taxCountry}) ${formatRate(foreignRate!)} s/ ${print(base)}: ${print(foreignTax)}.`;
}

function describeSurcharge(group: TaxGroup, document: InvoiceDocument): string | null {
  const { surcharge, surchargeRate, base, tax, rate } = group;
  if (surcharge === undefined || surchargeRate === undefined || rate === null) return null;
  const print = (amount: string) => formatAmount(amount, document);
  return `Base ${print(base)}: IVA ${formatRate(rate)} ${print(tax)}, recargo de equivalencia ${formatRate(surchargeRate)} ${print(surcharge)}.`;
}

/**
 * Names the centres of a public body in the directory DIR3, for which EN 16931 has no terms; null
 * if there are none.
 */
function describePublicBody({ recipient }: InvoiceDocument): string | null {
  if (recipient?.dir3 === undefined) return null;
  const { accountingOffice, managingBody, processingUnit, proposingBody } = recipient.dir3;
  const centres = [
    ['Oficina contable', accountingOffice],
    ['Órgano gestor', managingBody],
    ['Unidad tramitadora', processingUnit],
    ['Órgano proponente', proposingBody],
  ] as const;
  return centres.flatMap(([name, code]) => (code === null ? [] : [`${name}: ${code}.`])).join(' ');
}
