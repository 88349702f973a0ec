import type { DocumentType } from '../../../contracts/codes.ts';
import type { InvoiceDocument, Recipient } from '../../../contracts/invoice-document.ts';
import type { IssuerDetails } from '../../../contracts/issuer-profile.ts';
import { formatMessage } from '../../../contracts/messages/format-message.ts';
import { isEuropeanVatNumber } from '../../invoice/vat-number.ts';
import { buildAddress, buildBuyer, buildSeller, buildSellerAddress, type VatScope } from '../parties.ts';
import { NotExpressible } from '../refusal.ts';
import type { PostalAddress } from '../terms.ts';
import { HAS_VAT_NUMBERS } from './switches.ts';
import type { SpfeBuyer, SpfeSeller, ThirdParty } from './terms.ts';

/** The parts of an address with their terms, and the members of a recipient that state them. */
type AddressTerms = Readonly<Record<'line' | 'city' | 'postCode' | 'subdivision', string>>;
const OF_SELLER: AddressTerms = { line: 'BT-35', city: 'BT-37', postCode: 'BT-38', subdivision: 'BT-39' };
const OF_BUYER: AddressTerms = { line: 'BT-50', city: 'BT-52', postCode: 'BT-53', subdivision: 'BT-54' };
const MEMBERS: AddressTerms = {
  line: 'recipients[0].address',
  city: 'recipients[0].city',
  postCode: 'recipients[0].postal_code',
  subdivision: 'recipients[0].postal_code',
};

/** The documents with a number of AEAT's census. */
const SPANISH: ReadonlySet<DocumentType | null> = new Set(['nif', 'nie']);
const VAT_NUMBERS: ReadonlySet<DocumentType | null> = new Set(['eu_vat', 'international_vat_number']);

/**
 * Checks what BG-4 needs of the issuer's profile.
 * @throws NotExpressible if the issuer has no address, or only a part of a Spanish one.
 */
export function checkSeller(profile: IssuerDetails | null): void {
  checkAddress(buildSellerAddress(profile), OF_SELLER, () => 'issuer_nif');
}

/**
 * Checks what BG-7 needs of the recipient.
 * @throws NotExpressible without a NIF that AEAT knows, or a part of a Spanish address.
 */
export function checkBuyer(recipient: Recipient): void {
  requireNif(recipient);
  checkAddress(buildAddress(recipient), OF_BUYER, (part) => MEMBERS[part]);
}

function requireNif({ documentType }: Recipient): void {
  if (SPANISH.has(documentType)) return;
  const says = formatMessage('spfe_buyer_without_nif');
  throw new NotExpressible('SPFE BT-47', says, 'recipients[0].document_type');
}

/**
 * Builds BG-4. The NIF is always stated, and the VAT number beside it where EN 16931 has it.
 * @throws NotExpressible if the issuer has no address.
 */
export function buildSpfeSeller(
  document: InvoiceDocument,
  profile: IssuerDetails | null,
  scope: VatScope,
): SpfeSeller {
  const {
    'BT-31': vatNumber,
    'BT-34': _electronicAddress,
    ...seller
  } = buildSeller(document, profile, scope);
  checkAddress(seller['BG-5'], OF_SELLER, () => 'issuer_nif');
  return {
    ...seller,
    'BT-32': document.issuer.nif,
    ...(HAS_VAT_NUMBERS && vatNumber !== undefined && { 'BT-31': vatNumber }),
  };
}

/**
 * Builds BG-7.
 * @throws NotExpressible without a NIF that AEAT knows, or a part of a Spanish address.
 */
export function buildSpfeBuyer(recipient: Recipient, scope: VatScope): SpfeBuyer {
  const { documentNumber } = recipient;
  requireNif(recipient);
  const { 'BT-44': name, 'BT-48': vatNumber, 'BG-8': address, ...others } = buildBuyer(recipient, scope);
  checkAddress(address, OF_BUYER, (part) => MEMBERS[part]);
  const { 'BT-57': phone, 'BT-58': email } = others;
  return {
    'BT-44': name,
    'BT-47': documentNumber,
    ...(HAS_VAT_NUMBERS && vatNumber !== undefined && { 'BT-48': vatNumber }),
    'BG-8': address,
    ...(phone !== undefined && { 'BT-57': phone }),
    ...(email !== undefined && { 'BT-58': email }),
  };
}

/** The street is obligatory, and in Spain municipality, postal code and province are, too. */
function checkAddress(
  address: PostalAddress,
  terms: AddressTerms,
  memberOf: (part: keyof AddressTerms) => string,
): void {
  const needed: readonly (keyof AddressTerms)[] =
    address.country === 'ES' ? ['line', 'city', 'postCode', 'subdivision'] : ['line'];
  const missing = needed.find((part) => address[part] === undefined);
  if (missing === undefined) return;
  const what = formatMessage(ADDRESS_PARTS[missing]);
  throw new NotExpressible(
    `SPFE ${terms[missing]}`,
    formatMessage('spfe_address_incomplete', { what }),
    memberOf(missing),
  );
}

const ADDRESS_PARTS = {
  line: 'the_street',
  city: 'the_municipality',
  postCode: 'the_postal_code',
  subdivision: 'the_province',
} as const;

/**
 * Builds BG-ES-1; undefined if the issuer or the recipient issues the invoice.
 * @throws NotExpressible if it has neither a NIF nor a VAT number.
 */
export function buildThirdParty({ issuedBy }: InvoiceDocument): ThirdParty | undefined {
  if (issuedBy?.role !== 'third_party') return undefined;
  const { name, documentType, documentNumber } = issuedBy;
  const isNif = SPANISH.has(documentType);
  const number = documentNumber ?? '';
  if (!isNif && !(VAT_NUMBERS.has(documentType) && isEuropeanVatNumber(number))) {
    const says = formatMessage('spfe_third_party_without_number');
    throw new NotExpressible('SPFE BT-ES-4', says, 'issued_by.document');
  }
  return { 'BT-ES-3': name ?? number, 'BT-ES-4': number, isNif };
}
