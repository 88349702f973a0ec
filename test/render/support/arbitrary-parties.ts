import * as fc from 'fast-check';
import type { InvoiceDocument } from '../../../src/contracts/invoice-document.ts';

/* The parties of an invoice with every optional member, and what all arbitrary documents need. */

/** A word that no other text of a page contains. */
export const token = fc.stringMatching(/^[B-DF-HJ-NP-TV-Z]{5}-[0-9]{5}$/);

export const optional = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(value, { nil: undefined });

/** Removes the members that are undefined, which a document must not have. */
export function compact<T extends object>(value: { readonly [Name in keyof T]: T[Name] | undefined }): T {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as T;
}

export const documentTypes = fc.constantFrom(
  'eu_vat',
  'official_id',
  'residence_certificate',
  'other_document',
  'not_registered',
);

export const personName = fc.record({
  givenName: token,
  firstSurname: token,
  secondSurname: fc.option(token),
});

export const recipient = fc
  .record({
    name: token,
    documentType: documentTypes,
    documentNumber: token,
    countryCode: fc.option(fc.constantFrom('FR', 'ES', 'XI')),
    address: fc.option(token),
    postalCode: fc.option(token),
    city: fc.option(token),
    electronicAddress: optional(fc.record({ scheme: fc.constant('0192'), value: token })),
    dir3: optional(
      fc.record({
        accountingOffice: fc.option(token),
        managingBody: fc.option(token),
        processingUnit: fc.option(token),
        proposingBody: fc.option(token),
      }),
    ),
    contact: optional(
      fc.record({ name: fc.option(token), phone: fc.option(token), email: fc.option(token) }),
    ),
    personName: optional(personName),
    isBusiness: optional(fc.boolean()),
  })
  .map(compact<NonNullable<InvoiceDocument['recipient']>>);
