import type { InvoiceDocument, TaxGroup } from '../../contracts/invoice-document.ts';
import { buildLegalMentions } from '../mentions/choose-mentions.ts';
import { LEGAL_MENTIONS } from '../mentions/legal-mentions.ts';
import { negateDecimal } from '../money/decimals.ts';
import { findDueDate, nameMeans } from './payment.ts';

/*
 * The texts of an electronic invoice about what EN 16931 has no terms for. They are in Spanish.
 */

/** Formats an amount in the currency of an invoice: `-15.00` becomes `−15,00 €`. */
export function formatAmount(amount: string, { currency }: Pick<InvoiceDocument, 'currency'>): string {
  const text = amount.replace('-', '−').replace('.', ',');
  return currency === undefined ? `${text} €` : `${text} ${currency}`;
}

const formatRate = (rate: string) => `${rate.replace('.', ',')} %`;

/** Lists what is deducted from or added to the total: withholdings of IRPF, suplidos and deposits. */
function listDeductions(document: InvoiceDocument): string[] {
  const { withholdings, reimbursableExpenses } = document.totals;
  const withheld = withholdings.map(
    ({ rate, base, amount }) =>
      `Retención IRPF ${formatRate(rate)} s/ ${formatAmount(base, document)}: ${formatAmount(negateDecimal(amount), document)}.`,
  );
  const expenses =
    reimbursableExpenses === null
      ? []
      : [`Suplidos (art. 78.Tres.3.º LIVA): ${formatAmount(reimbursableExpenses, document)}.`];
  return [...withheld, ...expenses];
}

/** Returns the sentence about withholdings and suplidos with the amount to pay; null if there are none. */
function describePayable(document: InvoiceDocument): string | null {
  const deductions = listDeductions(document);
  if (deductions.length === 0) return null;
  const payable = formatAmount(document.totals.payable, document);
  const label = document.totals.withholdings.length > 0 ? 'Líquido a percibir' : 'Total a pagar';
  return [...deductions, `${label}: ${payable}.`].join(' ');
}

/** Builds BT-20. It is present if there is no due date (BR-CO-25). */
export function buildPaymentTerms(document: InvoiceDocument): string | undefined {
  const { payment, paymentMethodInfo, paymentMethod, paid } = document;
  const due = payment?.due ?? [];
  const dues =
    due.length < 2 ? [] : due.map(({ date, amount }) => `${date}: ${formatAmount(amount, document)}`);
  const texts = [
    payment?.terms,
    paymentMethodInfo,
    dues.length === 0 ? null : `Vencimientos: ${dues.join('; ')}.`,
    describePayable(document),
  ].filter((text): text is string => typeof text === 'string' && text.trim() !== '');
  if (texts.length > 0) return texts.join('\n');
  if (findDueDate(document) !== undefined) return undefined;
  if (paid === true) return 'Pagada';
  return paymentMethod === null ? 'Pago al contado' : nameMeans(paymentMethod);
}

/** Builds the notes BT-22: the legal mentions, what is deducted, the surcharge, the correction, who issued the invoice, and its footer. */
export function buildNotes(document: InvoiceDocument): string[] {
  const { footerNote, rectification } = document;
  const mentions = buildLegalMentions(document, { mentions: LEGAL_MENTIONS }).map(({ law }) => law);
  const notes = [
    ...mentions,
    ...document.groups.map((group) => describeSurcharge(group, document)),
    describePayable(document),
    rectification === undefined ? null : describeRectification(rectification),
    describeThirdParty(document),
    describeExchangeRate(document),
    footerNote,
  ];
  return notes.filter((note): note is string => typeof note === 'string' && note.trim() !== '');
}

/** Names the third party that issued an invoice in the name of its issuer; null if there is none. */
export function describeThirdParty({ issuedBy }: InvoiceDocument): string | null {
  if (issuedBy?.role !== 'third_party') return null;
  return `Factura expedida por un tercero: ${[issuedBy.name, issuedBy.documentNumber].filter(Boolean).join(', ')}.`;
}

/** States the exchange rate of an invoice in another currency; null if it is in euros. */
export function describeExchangeRate({ currency, exchangeRate }: InvoiceDocument): string | null {
  if (currency === undefined || exchangeRate === undefined) return null;
  return `Tipo de cambio: 1 ${currency} = ${exchangeRate.replace('.', ',')} €.`;
}

function describeSurcharge(group: TaxGroup, document: InvoiceDocument): string | null {
  const { surcharge, surchargeRate, base, tax, rate } = group;
  if (surcharge === undefined || surchargeRate === undefined || rate === null) return null;
  const print = (amount: string) => formatAmount(amount, document);
  return `Base ${print(base)}: IVA ${formatRate(rate)} ${print(tax)}, recargo de equivalencia ${formatRate(surchargeRate)} ${print(surcharge)}.`;
}

function describeRectification({ method, reason }: NonNullable<InvoiceDocument['rectification']>): string {
  const by = method === 'substitution' ? 'por sustitución' : 'por diferencias';
  return `Factura rectificativa ${by}. Motivo: ${reason}`;
}
