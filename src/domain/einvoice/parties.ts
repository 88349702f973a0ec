import type { InvoiceDocument, Recipient } from '../../contracts/invoice-document.ts';
import type { IssuerDetails } from '../../contracts/issuer-profile.ts';
import { COUNTRY_CODES } from '../invoice/country-codes.ts';
import { isEuropeanVatNumber, isVatNumber } from '../invoice/vat-number.ts';
import { NotExpressible } from './refusal.ts';
import { isOutsideVatTerritory, provinceOf } from './provinces.ts';
import type { Buyer, Payee, PostalAddress, Seller } from './terms.ts';
import { formatMessage } from '../../contracts/messages/format-message.ts';

const SPAIN = 'ES';

/** What determines which identifiers an invoice may contain. */
export type VatScope = {
  /** Category O forbids the VAT identifiers of both parties (BR-O-02 to BR-O-04). */
  readonly hasNotSubject: boolean;
  /** IGIC or IPSI is charged, whose taxpayers are outside the territory of VAT. */
  readonly hasLocalTax: boolean;
};

/**
 * The address of an issuer, which RD 1619/2012, art. 6.1.e, requires.
 * @throws NotExpressible if the profile has none.
 */
export function requireAddress(
  profile: IssuerDetails | null,
): Record<'address' | 'postalCode' | 'city', string> & { readonly countryCode: string } {
  const { address, postalCode, city, countryCode } = profile ?? {};
  if (!address || !postalCode || !city) {
    throw new NotExpressible('RD 1619/2012 art. 6.1.e', formatMessage('no_issuer_address'), 'issuer_nif');
  }
  return { address, postalCode, city, countryCode: countryCode ?? SPAIN };
}

/** Kosovo has no code of ISO 3166-1. EN 16931 lists `1A` for it. */
const KOSOVO = { given: 'XK', listed: '1A' } as const;

/**
 * Returns the code of a country in the list of EN 16931.
 * @throws NotExpressible for any other code, which the profile of an issuer may have.
 */
function requireCountry(code: string): string {
  if (code === KOSOVO.given) return KOSOVO.listed;
  if (COUNTRY_CODES.has(code)) return code;
  throw new NotExpressible('BR-CL-14', formatMessage('country_not_of_iso', { code }), 'issuer_nif');
}

/** Builds BG-5. @throws NotExpressible if the issuer has no address. */
export function buildSellerAddress(profile: IssuerDetails | null): PostalAddress {
  const { address, postalCode, city, countryCode } = requireAddress(profile);
  const subdivision = profile!.province ?? (countryCode === SPAIN ? provinceOf(postalCode) : null);
  return {
    line: address,
    city,
    postCode: postalCode,
    ...(subdivision && { subdivision }),
    country: requireCountry(countryCode),
  };
}

/** Builds BG-4. @throws NotExpressible if the issuer has no address. */
export function buildSeller(
  { issuer }: InvoiceDocument,
  profile: IssuerDetails | null,
  { hasNotSubject, hasLocalTax }: VatScope,
): Seller {
  const { postalCode, countryCode } = requireAddress(profile);
  const { registryNote, electronicAddress, phone, email } = profile!;
  const isOutside = hasNotSubject || hasLocalTax || isOutsideVatTerritory(countryCode, postalCode);
  return {
    'BT-27': issuer.name,
    'BT-30': issuer.nif,
    ...(isOutside ? { 'BT-32': issuer.nif } : { 'BT-31': SPAIN + issuer.nif }),
    ...(registryNote && { 'BT-33': registryNote }),
    ...(electronicAddress && { 'BT-34': electronicAddress }),
    'BG-5': buildSellerAddress(profile),
    ...(phone && { 'BT-42': phone }),
    ...(email && { 'BT-43': email }),
  };
}

/** Builds BG-7. */
export function buildBuyer(recipient: Recipient, { hasNotSubject, hasLocalTax }: VatScope): Buyer {
  const address = buildAddress(recipient);
  const { contact } = recipient;
  const isOutside =
    hasNotSubject || hasLocalTax || isOutsideVatTerritory(address.country, recipient.postalCode);
  return {
    'BT-44': recipient.name,
    ...identify(recipient, isOutside),
    ...(recipient.electronicAddress && { 'BT-49': recipient.electronicAddress }),
    'BG-8': address,
    ...(contact?.name && { 'BT-56': contact.name }),
    ...(contact?.phone && { 'BT-57': contact.phone }),
    ...(contact?.email && { 'BT-58': contact.email }),
  };
}

/** Builds BG-10. */
export function buildPayee({ name, documentNumber }: NonNullable<InvoiceDocument['payee']>): Payee {
  return { 'BT-59': name, ...(documentNumber !== null && { 'BT-61': documentNumber }) };
}

function identify(recipient: Recipient, hasNoVatId: boolean): Pick<Buyer, 'BT-46' | 'BT-47' | 'BT-48'> {
  const { documentType, documentNumber } = recipient;
  if (documentType === 'nif' || documentType === 'nie')
    return { 'BT-47': documentNumber, ...(!hasNoVatId && { 'BT-48': SPAIN + documentNumber }) };
  if (isVatNumber(recipient)) {
    // Numbers of other countries are no VAT identifiers, which begin with the prefix of a member
    // state (BR-CO-09).
    return isEuropeanVatNumber(documentNumber) && !hasNoVatId
      ? { 'BT-48': documentNumber }
      : { 'BT-47': documentNumber };
  }
  return documentType === 'not_registered' ? { 'BT-47': documentNumber } : { 'BT-46': documentNumber };
}

/** Builds BG-8 or BG-15. Without a country the address is in Spain. */
export function buildAddress({
  address,
  city,
  postalCode,
  countryCode,
}: Pick<Recipient, 'address' | 'city' | 'postalCode' | 'countryCode'>): PostalAddress {
  const country = countryCode ?? SPAIN;
  const province = country === SPAIN ? provinceOf(postalCode) : null;
  return {
    ...(address && { line: address }),
    ...(city && { city }),
    ...(postalCode && { postCode: postalCode }),
    ...(province !== null && { subdivision: province }),
    country: requireCountry(country),
  };
}
