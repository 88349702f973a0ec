import { Type, type Static } from 'typebox';
import { nullable } from './answers.ts';
import { LANGUAGES } from './codes.ts';
import { BillingAuthorisation, ElectronicAddress, PersonName } from './invoice-document.ts';
import { BookParameters } from './v2/book-parameters.ts';

/**
 * The issuer's data for which the API has no member, such as address, account and logo.
 * `npm run engine -- org issuer` sets them; an issued invoice keeps those of its time of issue.
 */
export const IssuerProfile = Type.Object({
  /**
   * Name in AEAT's census, for the header of messages to AEAT. Invoices show the name in their
   * document.
   */
  name: nullable(Type.String()),
  /** Of a natural person, for Facturae that state no other. Profiles of version 1.0.0 have none. */
  personName: Type.Optional(nullable(PersonName)),
  address: nullable(Type.String()),
  postalCode: nullable(Type.String()),
  city: nullable(Type.String()),
  province: nullable(Type.String()),
  countryCode: nullable(Type.String()),
  email: nullable(Type.String()),
  phone: nullable(Type.String()),
  website: nullable(Type.String()),
  /** Registry note, for example the entry in the Registro Mercantil. */
  registryNote: nullable(Type.String()),
  /**
   * The account to which transfers to the issuer are made, without blanks (EN 16931 BT-84), and the
   * BIC of its bank (BT-86), which is null if `iban` is. Profiles of version 1.0.0 have neither.
   */
  iban: Type.Optional(nullable(Type.String())),
  bic: Type.Optional(nullable(Type.String())),
  /** EN 16931 BT-34. Profiles of version 1.0.0 have none; Peppol then uses the VAT number. */
  electronicAddress: Type.Optional(nullable(ElectronicAddress)),
  /**
   * For the book of issued invoices, which reads the newest profile. Profiles of version 1.0.0 have
   * none.
   */
  book: Type.Optional(nullable(BookParameters)),
  /**
   * Authorisations of AEAT by which all its invoices are issued that state none. Profiles of version
   * 1.0.0 have none.
   */
  billingAuthorisations: Type.Optional(nullable(Type.Array(BillingAuthorisation))),
  /** Colour of the title, the rules and the amount to pay, for example `#1a5276`. */
  accent: nullable(Type.String({ pattern: '^#[0-9a-f]{6}$' })),
  /** Language of labels, dates and numbers; null means Spanish. */
  language: nullable(Type.Enum([...LANGUAGES])),
  logo: nullable(Type.Object({ mediaType: Type.Enum(['image/png', 'image/jpeg']), base64: Type.String() })),
});
export type IssuerProfile = Static<typeof IssuerProfile>;
/** What electronic invoices contain of a profile. */
export type IssuerDetails = Omit<IssuerProfile, 'logo'>;
