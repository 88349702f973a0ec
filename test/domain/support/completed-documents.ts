import * as fc from 'fast-check';
import { PAYMENT_MEANS } from '../../../src/contracts/codes.ts';
import type { InvoiceDocument } from '../../../src/contracts/invoice-document.ts';
import { formatCents, readCents } from '../../../src/domain/money/decimals.ts';
import { acceptedDocuments } from './accepted-documents.ts';
import { completeForFacturae } from './facturae-documents.ts';

const word = fc.stringMatching(/^[B-DF-HJ-NP-TV-Z]{5}-[0-9]{5}$/);
const optional = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(value, { nil: undefined });
const IBAN = 'ES9121000418450200051332';

/** Members about references, payment and notes, which random requests seldom have. */
const extras = fc.record({
  references: optional(
    fc.record({
      buyer: word,
      order: word,
      contract: word,
      project: word,
      accounting: word,
      deliveryNotes: fc.array(word, { minLength: 1, maxLength: 3 }),
    }),
  ),
  proposingBody: fc.boolean(),
  isInParts: fc.boolean(),
  account: fc.constantFrom(null, { iban: IBAN, bic: 'CAIXESBBXXX' }),
  terms: fc.option(word),
  mandate: fc.option(word),
  paymentMethod: fc.option(fc.constantFrom(...PAYMENT_MEANS)),
  paymentMethodInfo: fc.option(
    fc.oneof(
      word,
      word.map((text) => `${text} ${IBAN}`),
    ),
  ),
  paid: fc.constantFrom(null, null, false, true),
  footerNote: fc.option(word),
  coded: fc.option(word),
  contact: optional(fc.record({ name: fc.option(word), phone: fc.option(word), email: fc.option(word) })),
  delivery: optional(
    fc.record({
      name: fc.option(word),
      address: fc.option(word),
      postalCode: fc.option(word),
      city: fc.option(word),
      countryCode: fc.constantFrom('ES', 'FR'),
    }),
  ),
  payee: optional(fc.record({ name: word, documentNumber: fc.option(word) })),
  parts: optional(fc.record({ givenName: word, firstSurname: word, secondSurname: fc.option(word) })),
  paymentReference: optional(fc.oneof(word, fc.constant('R'.repeat(140)))),
});

type Extras = typeof extras extends fc.Arbitrary<infer T> ? T : never;

const DIR3 = { accountingOffice: 'L01280796', managingBody: 'L01280797', processingUnit: 'L01280798' };

const joinParts = (parts: NonNullable<Extras['parts']>): string =>
  Object.values(parts)
    .filter((part) => part !== null)
    .join(' ');

function addExtras(document: InvoiceDocument, given: Extras): InvoiceDocument {
  const { references, paymentMethod, paymentMethodInfo, paid, footerNote, coded, mandate } = given;
  const { payable } = document.totals;
  // Two dates, of which the first is of one cent.
  const rest = formatCents(readCents(payable) - 1n);
  const due = given.isInParts
    ? [
        { date: '2026-12-01', amount: '0.01' },
        { date: '2027-01-01', amount: rest },
      ]
    : [];
  return {
    ...document,
    ...(references !== undefined && { references }),
    ...(given.parts !== undefined && {
      issuer: { nif: '12345678Z', name: joinParts(given.parts), personName: given.parts },
    }),
    ...(document.recipient !== null && {
      recipient: {
        ...document.recipient,
        ...(given.proposingBody && { dir3: { ...DIR3, proposingBody: 'L01280799' } }),
        ...(given.contact !== undefined && { contact: given.contact }),
        ...(given.parts !== undefined && { name: joinParts(given.parts), personName: given.parts }),
      },
    }),
    payment: {
      iban: given.account?.iban ?? null,
      bic: given.account?.bic ?? null,
      mandateReference: mandate,
      creditorId: mandate === null ? null : 'ES11000B12345674',
      terms: given.terms,
      ...(given.paymentReference !== undefined && { reference: given.paymentReference }),
      due,
    },
    ...(given.delivery !== undefined && { delivery: given.delivery }),
    ...(given.payee !== undefined && { payee: given.payee }),
    paymentMethod,
    paymentMethodInfo,
    paid,
    footerNote,
    lines: document.lines.map((line) => ({ ...line, ...(coded !== null && { buyerItemCode: coded }) })),
  };
}

/**
 * Random accepted documents with what Facturae requires, and with members that random requests
 * seldom have.
 */
export const completedDocuments: fc.Arbitrary<InvoiceDocument> = fc
  .tuple(acceptedDocuments.map(completeForFacturae), extras)
  .map(([document, given]) => addExtras(document, given));
