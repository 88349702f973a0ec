import type { InvoiceDocument } from '../../contracts/invoice-document.ts';
import type { DeliveryInput, PayeeInput } from '../../contracts/v2/invoice-input.ts';
import { DELIVERY, PAYEE } from '../../contracts/v2/nested-members.ts';
import { type Findings, MEMBER_NAMES } from '../reading/findings.ts';
import { isBlank, readMember } from '../reading/read-text.ts';
import { readCountryCode } from './read-recipient.ts';
import type { ReadLine } from './read-line.ts';
import { vatPrefixOf } from './vat-number.ts';
import { formatMessage } from '../../contracts/messages/format-message.ts';

type Delivery = NonNullable<InvoiceDocument['delivery']>;
type Payee = NonNullable<InvoiceDocument['payee']>;

/**
 * Reads where goods are delivered (EN 16931 BG-13, BG-15).
 * @returns null if that is not stated, or if a member is refused.
 */
export function readDelivery(input: DeliveryInput | null | undefined, findings: Findings): Delivery | null {
  if (!input) return null;
  const report = findings.reportIn<keyof DeliveryInput>('delivery', MEMBER_NAMES.delivery);
  const read = (member: 'name' | 'address' | 'postal_code' | 'city') =>
    readMember(DELIVERY.members, input, member, report);
  // EN 16931 BR-57: an address of a delivery has a country.
  if (isBlank(input.country_code)) report('country_code', 'blank', formatMessage('blank_delivery_country'));
  const countryCode = readCountryCode(input.country_code, (_member, ...rest) =>
    report('country_code', ...rest),
  );
  const delivery = {
    name: read('name'),
    address: read('address'),
    postalCode: read('postal_code'),
    city: read('city'),
  };
  return countryCode ? { ...delivery, countryCode } : null;
}

/** Northern Ireland belongs to the Union for goods; its country is the United Kingdom. */
const WITH_NORTHERN_IRELAND = 'GB';

/**
 * Checks that the goods of an intra-Community supply go to another member state (LIVA art. 25.Uno).
 */
export function checkDelivery(delivery: Delivery, lines: readonly ReadLine[], findings: Findings): void {
  const { countryCode } = delivery;
  if (countryCode === WITH_NORTHERN_IRELAND || vatPrefixOf(countryCode) !== null) return;
  if (!lines.some(({ taxType, exemptionCode }) => taxType === 'iva' && exemptionCode === 'E5')) return;
  const report = findings.reportIn<keyof DeliveryInput>('delivery', MEMBER_NAMES.delivery);
  report('country_code', 'inconsistent', formatMessage('delivery_country_with_e5'));
}

/**
 * Reads who receives the payment (EN 16931 BG-10).
 * @returns null if it is the issuer, or if a member is refused.
 */
export function readPayee(
  input: PayeeInput | null | undefined,
  issuerNif: string | null,
  findings: Findings,
): Payee | null {
  if (!input) return null;
  const report = findings.reportIn<keyof PayeeInput>('payee', MEMBER_NAMES.payee);
  if (isBlank(input.name)) report('name', 'blank', formatMessage('blank'));
  const name = readMember(PAYEE.members, input, 'name', report);
  const documentNumber = readMember(PAYEE.members, input, 'document_number', report);
  if (documentNumber !== null && documentNumber === issuerNif)
    // EN 16931 BR-17.
    report('document_number', 'not_allowed', formatMessage('payee_is_issuer'));
  return name === null ? null : { name, documentNumber };
}
