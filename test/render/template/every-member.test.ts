import * as fc from 'fast-check';
import { negateDecimal } from '../../../src/domain/money/decimals.ts';
import { describe, expect, it } from 'vitest';
import type { TSchema } from 'typebox';
import type { SecondHandKind } from '../../../src/contracts/codes.ts';
import { InvoiceDocument } from '../../../src/contracts/invoice-document.ts';
import { type PrintableInvoice } from '../../../src/contracts/printable-invoice.ts';
import { isTaxedOnMargin } from '../../../src/domain/tax/regime-rules.ts';
import { LEGAL_MENTIONS } from '../../../src/domain/mentions/legal-mentions.ts';
import { judgeAmountToPay } from '../../../src/domain/invoice/amount-to-pay.ts';
import { groupInFours } from '../../../src/domain/invoice/find-ibans.ts';
import { buildInvoiceSection } from '../../../src/render/template/invoice-section.ts';
import type { Wording } from '../../../src/render/template/languages/wording.ts';
import { wordingOf } from '../../../src/render/template/languages/wordings.ts';
import { nameUnit } from '../../../src/render/template/named-units.ts';
import { buildCountryLabel } from '../../../src/render/template/party-labels.ts';
import { arbitraryPrintables, MARGIN } from '../support/arbitrary-documents.ts';
import { buildLine, buildPrintable } from '../support/build-invoice.ts';
import { squash } from '../support/read-pdf.ts';
import { runsOf } from '../../support/long.ts';

/**
 * A value of an optional member of a document: its path without positions, and the object that
 * contains it.
 */
type Leaf = {
  readonly path: string;
  readonly value: unknown;
  readonly owner: Readonly<Record<string, unknown>>;
};

type Node = { properties?: Record<string, Node>; required?: string[]; items?: Node; anyOf?: Node[] };

/** Lists the paths of the values below optional members of a schema. */
function listPaths(schema: TSchema): string[] {
  const walk = (node: Node, path: string, isOptional: boolean): string[] => {
    const options = node.anyOf ?? [node];
    return options.flatMap(({ properties, required = [], items }) => {
      if (properties !== undefined)
        return Object.entries(properties).flatMap(([name, child]) =>
          walk(child, path === '' ? name : `${path}.${name}`, isOptional || !required.includes(name)),
        );
      if (items !== undefined) return walk(items, `${path}[]`, isOptional);
      return isOptional ? [path] : [];
    });
  };
  return [...new Set(walk(schema, '', false))];
}

const OPTIONAL_PATHS = new Set(listPaths(InvoiceDocument));

function listLeaves(value: unknown, path = '', owner: Leaf['owner'] = {}): Leaf[] {
  if (Array.isArray(value)) return value.flatMap((item) => listLeaves(item, `${path}[]`, owner));
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, member]) =>
      listLeaves(member, path === '' ? name : `${path}.${name}`, value as Leaf['owner']),
    );
  return OPTIONAL_PATHS.has(path) && value !== null ? [{ path, value, owner }] : [];
}

/** Reads the text of a page. */
function readPage(invoice: PrintableInvoice): string {
  const page = String(buildInvoiceSection(invoice, 'many', { mark: 'x-invoice:1', logoClass: null }));
  const text = page
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&amp;', '&')
    .replaceAll('&#39;', "'");
  return squash(text);
}

type Shown = (
  leaf: { text: string; owner: Leaf['owner'] },
  wording: Wording,
  invoice: PrintableInvoice,
) => string;

const text: Shown = (leaf) => leaf.text;
const date: Shown = (leaf, { notation }) => notation.formatDate(leaf.text);
const rate: Shown = (leaf, { notation }) => notation.formatRate(leaf.text);
const money: Shown = (leaf, { notation }) => notation.formatMoney(leaf.text);
const deducted: Shown = (leaf, { notation }) => notation.formatMoney(negateDecimal(leaf.text));
const euros: Shown = (leaf, { notation }) => notation.formatEuros(leaf.text);
/** Only a tax that is not on a margin is shown. */
const ofTax =
  (shown: Shown): Shown =>
  (leaf, wording, invoice) =>
    invoice.document.groups.every(isTaxedOnMargin) ? '' : shown(leaf, wording, invoice);
/** Only shown while an amount is due. */
const ifDue =
  (shown: Shown): Shown =>
  (leaf, wording, invoice) =>
    judgeAmountToPay(invoice).isDue ? shown(leaf, wording, invoice) : '';
const ifPayment =
  (shown: Shown): Shown =>
  (leaf, wording, invoice) =>
    judgeAmountToPay(invoice).hasPayment ? shown(leaf, wording, invoice) : '';
/** Not shown itself: other values follow from it, or state it. */
const implied: Shown = () => '';
const signed: Shown = (leaf, wording, invoice) =>
  (leaf.owner['isCharge'] === true ? money : deducted)(leaf, wording, invoice);
const country: Shown = (leaf, wording) => buildCountryLabel(leaf.text, wording) ?? '';
const otherIssuer: Shown = (leaf, _wording, { document }) =>
  leaf.text === document.issuer.nif ? '' : leaf.text;

const ELECTRONIC = { scheme: text, value: text };
const DIR3 = { accountingOffice: text, managingBody: text, processingUnit: text, proposingBody: text };
const CONTACT = { name: text, phone: text, email: text };
/** The page has the whole name. */
const PERSON_NAME = { givenName: implied, firstSurname: implied, secondSurname: implied };
const IDENTIFICATION = { issuerNif: otherIssuer, number: text, issueDate: date };
const FISCAL = { surchargeRate: rate, taxCountry: text, foreignRate: rate };
const PERIOD = { start: date, end: date };

type Rules = { readonly [name: string]: Shown | Rules };

/** How the page shows each value. */
const RULES: Rules = {
  'lines[]': {
    ...FISCAL,
    grossAmount: money,
    allowances: {},
    'allowances[]': { reason: text, percent: rate, amount: deducted },
    'charges[]': { reason: text, percent: rate, amount: money },
    margin: implied,
    // The line itself names it only if lines have different regimes.
    secondHandKind: (leaf) => LEGAL_MENTIONS.regimes.secondHand[leaf.text as SecondHandKind],
    costBase: money,
    unitCode: (leaf, wording) => nameUnit(leaf.text, wording.units),
    itemCode: text,
    gtin: text,
    buyerItemCode: text,
    orderLineReference: text,
    period: PERIOD,
    // Only the SII and AEAT's public solution state them.
    supply: implied,
    withholdingConcept: implied,
    property: { situation: implied, cadastralReference: implied },
  },
  'groups[]': {
    ...FISCAL,
    surcharge: money,
    costBase: money,
    // The prices of the lines add up to it.
    price: implied,
    foreignTax: money,
    euro: {
      base: (leaf, wording, invoice) =>
        leaf.owner['price'] === undefined ? euros(leaf, wording, invoice) : '',
      tax: (leaf, wording, invoice) =>
        leaf.owner['price'] === undefined && leaf.owner['foreignTax'] === undefined
          ? euros(leaf, wording, invoice)
          : '',
      surcharge: euros,
      costBase: implied,
      price: implied,
      foreignTax: euros,
    },
  },
  issuer: { personName: PERSON_NAME },
  recipient: {
    electronicAddress: ELECTRONIC,
    dir3: DIR3,
    contact: CONTACT,
    personName: PERSON_NAME,
    isBusiness: implied,
  },
  'otherRecipients[]': {
    name: text,
    documentType: implied,
    documentNumber: text,
    countryCode: country,
    address: text,
    postalCode: text,
    city: text,
    electronicAddress: ELECTRONIC,
    dir3: DIR3,
    contact: CONTACT,
    personName: PERSON_NAME,
    isBusiness: implied,
  },
  rectification: {
    method: (leaf, { related }) =>
      leaf.text === 'substitution' ? related.bySubstitution : related.byDifferences,
    reason: text,
    'invoices[]': IDENTIFICATION,
    replaced: { base: euros, tax: euros, surcharge: euros },
  },
  'replaces[]': IDENTIFICATION,
  simplifiedQualified: (_leaf, { mentions }) => mentions.simplifiedQualified,
  coupon: (_leaf, { related }) => related.coupon,
  issuedBy: {
    role: (leaf, { mentions, labels }) =>
      leaf.text === 'recipient' ? mentions.issuedByRecipient : labels.issuedByThirdParty,
    name: text,
    documentType: implied,
    documentNumber: text,
    countryCode: country,
  },
  currency: text,
  exchangeRate: euros,
  pricesIncludeTax: ofTax((_leaf, { labels }) => labels.withTax),
  references: {
    buyer: text,
    order: text,
    contract: text,
    'deliveryNotes[]': text,
    project: text,
    accounting: text,
  },
  delivery: { name: text, address: text, postalCode: text, city: text, countryCode: country },
  payee: { name: ifPayment(text), documentNumber: ifPayment(text) },
  period: PERIOD,
  'allowances[]': {
    isCharge: (leaf, { labels }) => (leaf.text === 'true' ? labels.charge : labels.allowance),
    reason: text,
    percent: rate,
    amount: signed,
    grossAmount: signed,
    ...FISCAL,
    taxType: implied,
    regime: implied,
    operationKey: implied,
    exemptionCode: implied,
    rate: implied,
    supply: implied,
    taxCode: implied,
  },
  payment: {
    iban: ifDue((leaf) => groupInFours(leaf.text)),
    // A BIC without its IBAN is not that of the profile's account.
    bic: ifDue((leaf, _wording, { document, issuerProfile }) =>
      document.paymentMethod === 'bank_transfer' && leaf.owner['iban'] === null && issuerProfile?.iban
        ? ''
        : leaf.text,
    ),
    mandateReference: ifPayment(text),
    creditorId: ifPayment(text),
    terms: ifPayment(text),
    reference: ifPayment(text),
    paidOn: ifPayment(date),
    'due[]': {
      date: ifDue(date),
      // A single date is of the whole amount to pay.
      amount: ifDue((leaf, wording, invoice) =>
        invoice.document.payment!.due.length > 1 ? money(leaf, wording, invoice) : '',
      ),
    },
  },
  // Only AEAT's public solution states them.
  'billingAuthorisations[]': { number: implied, description: implied },
  spfeChannel: implied,
  'reimbursableExpenses[]': { description: text, amount: money },
  totals: {
    surcharge: money,
    foreignTax: money,
    prepaid: deducted,
    euro: {
      // Its taxes and its total are shown.
      base: implied,
      tax: implied,
      surcharge: ofTax(euros),
      total: euros,
    },
  },
};

function findRule(path: string): Shown | undefined {
  const found = path
    .split('.')
    .reduce<Shown | Rules | undefined>(
      (rules, name) => (typeof rules === 'object' ? rules[name] : undefined),
      RULES,
    );
  return typeof found === 'function' ? found : undefined;
}

describe('every optional member of a document', () => {
  it('has a rule that says how the page shows it', () => {
    expect([...OPTIONAL_PATHS].filter((path) => findRule(path) === undefined)).toEqual([]);
  });

  it('occurs in the arbitrary documents of these tests', () => {
    const samples = fc.sample(arbitraryPrintables, { numRuns: 200, seed: 36 });
    const found = new Set(samples.flatMap(({ document }) => listLeaves(document).map(({ path }) => path)));
    expect([...OPTIONAL_PATHS].filter((path) => !found.has(path))).toEqual([]);
  });

  it('is on the page, in every language', () => {
    fc.assert(
      fc.property(arbitraryPrintables, (invoice) => {
        const page = readPage(invoice);
        const wording = wordingOf(invoice);
        const missing = listLeaves(invoice.document).filter(({ path, value, owner }) => {
          const shown = findRule(path)?.({ text: String(value), owner }, wording, invoice) ?? '';
          return !page.includes(squash(shown));
        });
        expect(missing.map(({ path, value }) => [path, value])).toEqual([]);
      }),
      { numRuns: runsOf(100) },
    );
  });

  it('never discloses a margin, its base or its tax', () => {
    const base = (Number(MARGIN) / 1.21).toFixed(2);
    const secrets = [MARGIN, base, (Number(MARGIN) - Number(base)).toFixed(2)];
    fc.assert(
      fc.property(arbitraryPrintables, (invoice) => {
        const { groups: _groups, totals: _totals, ...members } = invoice.document;
        const sold = { ...buildLine({ regime: '03', unitPrice: '9680' }), margin: MARGIN };
        const { document } = buildPrintable({ ...members, lines: [sold] });
        const page = readPage({ ...invoice, document });
        const { formatMoney, formatEuros } = wordingOf(invoice).notation;
        for (const secret of secrets) {
          expect(page).not.toContain(squash(formatMoney(secret)));
          expect(page).not.toContain(squash(formatEuros(secret)));
        }
        expect(page).toContain(squash(formatMoney('9680.00')));
      }),
      { numRuns: runsOf(50) },
    );
  });

  it('is a preview with the word BORRADOR and without a QR code', () => {
    const draft = buildPrintable({}, { isDraft: true });
    expect(readPage(draft)).toContain('BORRADOR');
    expect(readPage(draft)).not.toContain(squash('QR tributario'));
    expect(readPage(buildPrintable())).not.toContain('BORRADOR');
  });
});
