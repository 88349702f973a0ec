import type { InvoiceInput } from '../../contracts/invoice-input.ts';
import { RECIPIENT_DOCUMENT_TYPES, type InvoiceType } from '../../contracts/codes.ts';
import type { InvoiceDocument } from '../../contracts/invoice-document.ts';
import { MAX_LENGTHS } from '../../contracts/text-lengths.ts';
import type { Report } from '../reading/findings.ts';
import { readCode } from '../reading/read-code.ts';
import { isBlank, readText } from '../reading/read-text.ts';
import { COUNTRY_CODES } from './country-codes.ts';
import { isWithoutRecipient, typeWithRecipient } from './invoice-type.ts';
import { readRecipientDocument } from './read-recipient-document.ts';

export type Recipient = NonNullable<InvoiceDocument['recipient']>;

const IDENTIFYING = ['recipient_legal_name', 'recipient_document_type', 'recipient_document_number'] as const;

/** Whether the invoice says who its recipient is, be it in part. */
export function namesRecipient(input: InvoiceInput): boolean {
  return IDENTIFYING.some((member) => !isBlank(input[member]));
}

/**
 * Reads the recipient as the invoice type wants it: identified (AEAT 1189) or absent (AEAT 1190).
 * @param type null when the type itself is refused: then what there is of a recipient is read.
 * @returns null when there is none or when it is refused.
 */
export function readRecipient(
  input: InvoiceInput,
  type: InvoiceType | null,
  report: Report,
): Recipient | null {
  const countryCode = readCountryCode(input.recipient_country_code, report);
  const address = readText(
    input.recipient_billing_address,
    'recipient_billing_address',
    MAX_LENGTHS.recipient_billing_address,
    report,
  );
  const postalCode = readText(
    input.recipient_billing_postal_code,
    'recipient_billing_postal_code',
    MAX_LENGTHS.recipient_billing_postal_code,
    report,
  );
  const city = readText(
    input.recipient_billing_city,
    'recipient_billing_city',
    MAX_LENGTHS.recipient_billing_city,
    report,
  );
  if (type !== null && isWithoutRecipient(type)) {
    refuseRecipient(input, type, report);
    return null;
  }
  if (type === null && !namesRecipient(input)) return null;
  const identity = readIdentity(input, countryCode, report);
  return identity && { ...identity, address, postalCode, city };
}

function readIdentity(
  input: InvoiceInput,
  countryCode: string | null | undefined,
  report: Report,
): Pick<Recipient, 'name' | 'documentType' | 'documentNumber' | 'countryCode'> | null {
  for (const member of IDENTIFYING)
    if (isBlank(input[member])) report(member, 'blank', "can't be blank", 1189);
  const name = readText(
    input.recipient_legal_name,
    'recipient_legal_name',
    MAX_LENGTHS.recipient_legal_name,
    report,
  );
  const documentType = readCode(
    input.recipient_document_type,
    RECIPIENT_DOCUMENT_TYPES,
    'recipient_document_type',
    report,
  );
  const number = input.recipient_document_number;
  if (!documentType || isBlank(number) || countryCode === undefined) return null;
  const document = readRecipientDocument({ documentType, number, countryCode }, report);
  return name === null ? null : document && { name, ...document };
}

function refuseRecipient(input: InvoiceInput, type: InvoiceType, report: Report): void {
  for (const member of IDENTIFYING) {
    if (!isBlank(input[member]))
      report(
        member,
        'must_be_blank',
        `must be blank with invoice type ${type}: use ${typeWithRecipient(type)}`,
        1190,
      );
  }
}

/** What VAT numbers and everyday use call countries otherwise than ISO 3166-1 does. */
const COUNTRIES: ReadonlyMap<string, string> = new Map([
  ['EL', 'GR'],
  ['UK', 'GB'],
  ['XI', 'GB'],
]);

/** @returns undefined when it is refused. */
function readCountryCode(value: string | null | undefined, report: Report): string | null | undefined {
  if (isBlank(value)) return null;
  if (COUNTRY_CODES.has(value)) return value;
  const meant = COUNTRY_CODES.has(value.trim().toUpperCase())
    ? value.trim().toUpperCase()
    : COUNTRIES.get(value);
  const hint = meant === undefined ? 'such as ES' : `here ${meant}`;
  report('recipient_country_code', 'invalid', `must be an ISO 3166-1 alpha-2 code, ${hint}`, 1101);
  return undefined;
}
