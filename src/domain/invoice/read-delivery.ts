import type { InvoiceDocument } from '../../contracts/invoice-document.ts';
import { MAX_LENGTHS } from '../../contracts/text-lengths.ts';
import type { DeliveryInput, PayeeInput } from '../../contracts/v2/invoice-input.ts';
import type { Findings } from '../reading/findings.ts';
import { isBlank, readText } from '../reading/read-text.ts';
import { readCountryCode } from './read-recipient.ts';
import type { ReadLine } from './read-line.ts';
import { vatPrefixOf } from './vat-number.ts';

type Delivery = NonNullable<InvoiceDocument['delivery']>;
type Payee = NonNullable<InvoiceDocument['payee']>;

/** Reads where goods are delivered (EN 16931 BG-13, BG-15). @returns null if that is not stated, or if a member is refused. */
export function readDelivery(input: DeliveryInput | null | undefined, findings: Findings): Delivery | null {
  if (!input) return null;
  const report = findings.reportIn<keyof DeliveryInput>('delivery', 'Delivery');
  const read = (member: 'address' | 'postal_code' | 'city') =>
    readText(input[member], member, MAX_LENGTHS[member], report);
  // EN 16931 BR-57: an address of a delivery has a country.
  if (isBlank(input.country_code))
    report('country_code', 'blank', "can't be blank: it decides the tax of goods");
  const countryCode = readCountryCode(input.country_code, (_member, ...rest) =>
    report('country_code', ...rest),
  );
  const delivery = {
    name: readText(input.name, 'name', MAX_LENGTHS.party_name, report),
    address: read('address'),
    postalCode: read('postal_code'),
    city: read('city'),
  };
  return countryCode ? { ...delivery, countryCode } : null;
}

/** Northern Ireland belongs to the Union for goods; its country is the United Kingdom. */
const WITH_NORTHERN_IRELAND = 'GB';

/** Checks that the goods of an intra-Community supply go to another member state (LIVA art. 25.Uno). */
export function checkDelivery(delivery: Delivery, lines: readonly ReadLine[], findings: Findings): void {
  const { countryCode } = delivery;
  if (countryCode === WITH_NORTHERN_IRELAND || vatPrefixOf(countryCode) !== null) return;
  if (!lines.some(({ taxType, exemptionCode }) => taxType === 'iva' && exemptionCode === 'E5')) return;
  const report = findings.reportIn<keyof DeliveryInput>('delivery', 'Delivery');
  report(
    'country_code',
    'inconsistent',
    'must be another member state with exemption E5: the goods are transported there (LIVA art. 25)',
  );
}

/** Reads who receives the payment (EN 16931 BG-10). @returns null if it is the issuer, or if a member is refused. */
export function readPayee(
  input: PayeeInput | null | undefined,
  issuerNif: string | null,
  findings: Findings,
): Payee | null {
  if (!input) return null;
  const report = findings.reportIn<keyof PayeeInput>('payee', 'Payee');
  if (isBlank(input.name)) report('name', 'blank', "can't be blank");
  const name = readText(input.name, 'name', MAX_LENGTHS.party_name, report);
  const documentNumber = readText(input.document_number, 'document_number', MAX_LENGTHS.reference, report);
  if (documentNumber !== null && documentNumber === issuerNif)
    // EN 16931 BR-17.
    report(
      'document_number',
      'not_allowed',
      'must be of another party than the issuer: leave payee out if the issuer receives the payment',
    );
  return name === null ? null : { name, documentNumber };
}
