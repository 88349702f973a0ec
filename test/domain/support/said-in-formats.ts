import type { SecondHandKind } from '../../../src/contracts/codes.ts';
import type { DocumentLine, InvoiceDocument } from '../../../src/contracts/invoice-document.ts';
import { findIbans } from '../../../src/domain/invoice/find-ibans.ts';
import { judgeAmountToPay } from '../../../src/domain/invoice/amount-to-pay.ts';
import { LEGAL_MENTIONS } from '../../../src/domain/mentions/legal-mentions.ts';
import { RECTIFICATION_TEXTS } from '../../../src/domain/mentions/rectification-texts.ts';
import { isTaxedOnMargin } from '../../../src/domain/tax/regime-rules.ts';
import { nameMeans } from '../../../src/domain/einvoice/payment.ts';

/*
 * What UBL, CII and Facturae must contain of each member of a document. The page shows every member
 * (test/render/template/every-member.test.ts), so a member that a format omits would be said in one
 * format and not in another.
 */

export type SaidFormat = 'ubl' | 'cii' | 'facturae';
/** A value of a document, and the object that contains it. */
export type Leaf = { readonly value: unknown; readonly owner: Readonly<Record<string, unknown>> };
export type Context = { readonly document: InvoiceDocument; readonly format: SaidFormat };
/** A text, a day or a figure that a format must contain; null if it need not. */
export type Said = { readonly text: string } | { readonly day: string } | { readonly figure: string } | null;
type Rule = (leaf: Leaf, context: Context) => Said;
export type Rules = { readonly [name: string]: Rule | Rules };

const text: Rule = ({ value }) => ({ text: String(value) });
const day: Rule = ({ value }) => ({ day: String(value) });
const figure: Rule = ({ value }) => ({ figure: String(value) });
/** Not stated itself: other values follow from it, or state it. */
const implied: Rule = () => null;
const words =
  (say: (value: string, document: InvoiceDocument) => string | null): Rule =>
  ({ value }, { document }) => {
    const said = say(String(value), document);
    return said === null ? null : { text: said };
  };
const when =
  (holds: (context: Context, leaf: Leaf) => boolean, rule: Rule): Rule =>
  (leaf, context) =>
    holds(context, leaf) ? rule(leaf, context) : null;

const judge = ({ document }: Context) => judgeAmountToPay({ document, annulledOn: null });
const isDue = (context: Context): boolean => judge(context).isDue;
const hasPayment = (context: Context): boolean => judge(context).hasPayment;
const isFacturae = ({ format }: Context): boolean => format === 'facturae';
const isEn16931 = ({ format }: Context): boolean => format !== 'facturae';
const isDebit = ({ document: { paymentMethod } }: Context): boolean =>
  paymentMethod === 'direct_debit' || paymentMethod === 'bank_remittance';
const isTransfer = ({ document: { paymentMethod } }: Context): boolean => paymentMethod === 'bank_transfer';
/**
 * The amounts of a line or an allowance are stated, unless they have or hide their tax: then
 * amounts are that are computed from them.
 */
const isNet = ({ document }: Context, { owner }: Leaf): boolean =>
  document.pricesIncludeTax !== true && !isOnMargin(owner);
const isOnMargin = (owner: Leaf['owner']): boolean =>
  'taxType' in owner && isTaxedOnMargin(owner as DocumentLine);
/** A line that states its margin has its full price. */
const isPriced = (context: Context, leaf: Leaf): boolean =>
  isNet(context, leaf) || (isOnMargin(leaf.owner) && leaf.owner['margin'] !== undefined);
const hasMargin = ({ document }: Context): boolean => document.groups.some(isTaxedOnMargin);
const isPlain = (context: Context): boolean => {
  const { surcharge, foreignTax } = context.document.totals;
  return !hasMargin(context) && surcharge === undefined && foreignTax === undefined;
};
const hasDeductions = ({ document: { totals } }: Context): boolean =>
  totals.withholdings.length > 0 || totals.reimbursableExpenses !== null;
const isPaid = ({ document }: Context): boolean => document.paid === true;

/** Where price, quantity and allowances already give the amount, no discount is stated. */
const isReduced = (_context: Context, { owner }: Leaf): boolean => {
  const { units, unitPrice, netAmount, allowances = [], charges = [] } = owner as DocumentLine;
  const add = (all: typeof allowances) => all.reduce((sum, { amount }) => sum + Number(amount), 0);
  const given = add(allowances) - add(charges);
  return Math.abs(Number(units) * Number(unitPrice) - given - Number(netAmount)) >= 0.02;
};

const PERIOD = { start: day, end: day };
const IDENTIFICATION = {
  issuerNif: when(({ document }, { value }) => value !== document.issuer.nif, text),
  number: text,
  // RelatedInvoice and the text of Facturae have no day of a replaced invoice.
  issueDate: when(({ document, format }) => format !== 'facturae' || document.type !== 'F3', day),
};
const FISCAL = {
  taxType: implied,
  regime: implied,
  operationKey: implied,
  exemptionCode: implied,
  rate: implied,
  surchargeRate: implied,
  taxCountry: words((country) => `(${country})`),
  foreignRate: figure,
};
/** Facturae splits the name of a natural person. */
const name: Rule = when(isEn16931, text);
/** Only Facturae has the parts of a name, of natural persons. */
const PERSON_NAME = {
  givenName: when(isFacturae, text),
  firstSurname: when(isFacturae, text),
  secondSurname: when(isFacturae, text),
};
const PARTY = {
  name,
  personName: PERSON_NAME,
  documentType: implied,
  documentNumber: text,
  // Facturae has the code of three letters.
  countryCode: when(isEn16931, text),
  address: text,
  postalCode: text,
  city: text,
  electronicAddress: { scheme: when(isEn16931, text), value: when(isEn16931, text) },
  dir3: { accountingOffice: text, managingBody: text, processingUnit: text, proposingBody: text },
  contact: { name: text, phone: text, email: text },
  // It only decides whether an invoice goes to the public solution of AEAT.
  isBusiness: implied,
};
const REDUCTION = {
  reason: when(isNet, text),
  percent: when(
    isNet,
    words((percent) => `(${percent.replace('.', ',')} %)`),
  ),
  amount: when(isNet, figure),
};

/**
 * What each member must be found as. Formats refuse several recipients and simplified invoices,
 * whose members therefore have no rule of their own.
 */
const SAID: Rules = {
  version: implied,
  number: text,
  type: words((type) => {
    const causes: Readonly<Record<string, string>> = RECTIFICATION_TEXTS.causes;
    return type === 'F3' ? RECTIFICATION_TEXTS.replacing : (causes[type] ?? null);
  }),
  issueDate: day,
  operationDate: day,
  dueDate: when((context) => isDue(context) && (context.document.payment?.due ?? []).length === 0, day),
  description: when(isFacturae, text),
  issuer: { nif: text, name, personName: PERSON_NAME },
  recipient: PARTY,
  'otherRecipients[]': { ...PARTY, name: implied },
  addressee: { name: implied, countryCode: implied, address: implied, postalCode: implied, city: implied },
  unidentifiedRecipient: implied,
  rectified: IDENTIFICATION,
  rectification: {
    method: (leaf, { document, format }) => {
      if (format !== 'facturae')
        return { text: leaf.value === 'substitution' ? 'por sustitución' : 'por diferencias' };
      if (leaf.value === 'substitution') return { text: 'Rectificación íntegra' };
      const isNamed = document.rectification!.invoices.length > 0;
      return { text: isNamed ? 'Rectificación por diferencias' : 'descuento por volumen de operaciones' };
    },
    reason: text,
    'invoices[]': IDENTIFICATION,
    replaced: { base: figure, tax: figure, surcharge: figure },
  },
  'replaces[]': IDENTIFICATION,
  simplifiedQualified: words(() => LEGAL_MENTIONS.simplifiedQualified),
  coupon: words(() => RECTIFICATION_TEXTS.coupon),
  issuedBy: {
    role: words((role) =>
      role === 'recipient' ? LEGAL_MENTIONS.issuedByRecipient : 'Factura expedida por un tercero',
    ),
    name: text,
    documentType: implied,
    documentNumber: text,
    countryCode: when((_context, { value }) => value !== 'ES', text),
  },
  currency: text,
  exchangeRate: words((rate) => rate.replace('.', ',')),
  pricesIncludeTax: implied,
  references: {
    buyer: text,
    order: text,
    contract: text,
    'deliveryNotes[]': text,
    project: text,
    accounting: text,
  },
  delivery: { name: text, address: text, postalCode: text, city: text, countryCode: text },
  payee: {
    name: when((context) => isEn16931(context) || hasPayment(context), text),
    documentNumber: when((context) => isEn16931(context) || hasPayment(context), text),
  },
  period: PERIOD,
  'allowances[]': {
    isCharge: implied,
    reason: text,
    percent: words((percent) => `(${percent.replace('.', ',')} %)`),
    amount: when(isNet, figure),
    grossAmount: implied,
    ...FISCAL,
    taxCountry: implied,
    foreignRate: implied,
    supply: implied,
    taxCode: implied,
  },
  payment: {
    iban: when((context) => isDue(context) && (isTransfer(context) || isDebit(context)), text),
    // A direct debit has no BIC in EN 16931, and a BIC without its account is none.
    bic: when((context, { owner }) => isDue(context) && isTransfer(context) && owner['iban'] !== null, text),
    mandateReference: when(
      (context) => hasPayment(context) && (isFacturae(context) || isDebit(context)),
      text,
    ),
    creditorId: when((context) => hasPayment(context) && (isFacturae(context) || isDebit(context)), text),
    terms: when(hasPayment, text),
    reference: when(hasPayment, text),
    paidOn: when(hasPayment, day),
    'due[]': { date: when(isDue, day), amount: when(isDue, figure) },
  },
  // Only AEAT's public solution states them.
  'billingAuthorisations[]': { number: implied, description: implied },
  spfeChannel: implied,
  'reimbursableExpenses[]': { description: text, amount: implied },
  'lines[]': {
    concept: text,
    notes: text,
    units: figure,
    unitPrice: when(isPriced, figure),
    discountPercent: when((context, leaf) => isNet(context, leaf) && isReduced(context, leaf), figure),
    netAmount: when(isPriced, figure),
    // The totals state what is withheld.
    withholdingRate: implied,
    ...FISCAL,
    rate: when(isNet, figure),
    surchargeRate: figure,
    grossAmount: implied,
    'allowances[]': REDUCTION,
    'charges[]': REDUCTION,
    // It may not be shown (LIVA art. 138).
    margin: implied,
    secondHandKind: words((kind) => LEGAL_MENTIONS.regimes.secondHand[kind as SecondHandKind]),
    costBase: when(isFacturae, figure),
    // Facturae has codes of its own.
    unitCode: when(isEn16931, text),
    itemCode: text,
    gtin: text,
    buyerItemCode: text,
    orderLineReference: text,
    period: PERIOD,
    // Neither EN 16931 nor Facturae has a term for these.
    supply: implied,
    withholdingConcept: implied,
    property: { situation: implied, cadastralReference: implied },
  },
  'groups[]': {
    ...FISCAL,
    // Groups of one category and rate are added, and the totals are checked below.
    base: implied,
    tax: implied,
    surcharge: implied,
    costBase: implied,
    price: implied,
    foreignTax: figure,
    euro: {
      base: implied,
      tax: implied,
      surcharge: implied,
      costBase: implied,
      price: implied,
      foreignTax: implied,
    },
  },
  totals: {
    base: when((context) => !hasMargin(context), figure),
    tax: when(isPlain, figure),
    // InvoiceTotal of Facturae is after withholdings.
    total: when(
      (context) =>
        context.document.totals.foreignTax === undefined && !(isFacturae(context) && hasDeductions(context)),
      figure,
    ),
    'withholdings[]': { rate: figure, base: figure, amount: figure },
    reimbursableExpenses: figure,
    payable: when((context) => hasPayment(context) && (!isPaid(context) || hasDeductions(context)), figure),
    surcharge: implied,
    foreignTax: implied,
    prepaid: when((context) => isFacturae(context) || !isPaid(context) || hasDeductions(context), figure),
    euro: {
      base: implied,
      tax: when((context) => isPlain(context) && isEn16931(context), figure),
      surcharge: implied,
      total: implied,
    },
  },
  paymentMethod: when(
    (context) => isEn16931(context) && hasPayment(context),
    words((means) => nameMeans(means as NonNullable<InvoiceDocument['paymentMethod']>)),
  ),
  paymentMethodInfo: when(
    (context, { value }) =>
      hasPayment(context) && (isDue(context) || !findIbans(String(value)).some((piece) => 'iban' in piece)),
    text,
  ),
  paid: (leaf, context) => {
    const { settled } = judge(context);
    if (leaf.value !== true || settled === null) return null;
    const said = { paid: ['Pagada', 'Factura pagada'], refunded: ['Devuelta', 'Importe devuelto'] }[settled];
    return { text: said[isFacturae(context) ? 1 : 0]! };
  },
  footerNote: text,
};

/** Returns the rule of a path such as `lines[].period.start`; undefined if it has none. */
export function findSaid(path: string): Rule | undefined {
  const found = path
    .split('.')
    .reduce<Rule | Rules | undefined>(
      (rules, step) => (typeof rules === 'object' ? rules[step] : undefined),
      SAID,
    );
  return typeof found === 'function' ? found : undefined;
}
