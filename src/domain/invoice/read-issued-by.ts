import { DOCUMENT_TYPES, ISSUED_BY_ROLES, type InvoiceType } from '../../contracts/codes.ts';
import type { InvoiceDocument } from '../../contracts/invoice-document.ts';
import type { IssuedByInput } from '../../contracts/v2/invoice-input.ts';
import { ISSUED_BY } from '../../contracts/v2/issued-by-members.ts';
import { type Findings, MEMBER_NAMES } from '../reading/findings.ts';
import { isBlank, readCode, readMember } from '../reading/read-text.ts';
import { checkNorthernIreland } from './check-conditions.ts';
import { isWithoutRecipient, typeWithRecipient } from './invoice-type.ts';
import { type DocumentReport, readRecipientDocument } from './read-recipient-document.ts';
import { readCountryCode } from './read-recipient.ts';
import { formatMessage } from '../../contracts/messages/format-message.ts';

type IssuedBy = NonNullable<InvoiceDocument['issuedBy']>;

const DOCUMENT_MEMBERS = {
  recipient_document_type: 'type',
  recipient_document_number: 'number',
  recipient_country_code: 'country_code',
} as const;

/**
 * Reads who issues the invoice in the name of its issuer (RD 1619/2012, art. 5; AEAT's
 * EmitidaPorTerceroODestinatario and Tercero).
 * @param type null if the invoice type is refused.
 * @returns null if the issuer itself does, or if a member is refused.
 */
export function readIssuedBy(
  input: IssuedByInput | null | undefined,
  {
    type,
    issuerNif,
    operationDay,
  }: {
    readonly type: InvoiceType | null;
    readonly issuerNif: string | null;
    readonly operationDay: string | null;
  },
  findings: Findings,
): IssuedBy | null {
  if (!input) return null;
  const report = findings.reportIn<keyof IssuedByInput>('issued_by', MEMBER_NAMES.issued_by);
  if (isBlank(input.role))
    report('role', 'blank', formatMessage('blank_role', { values: ISSUED_BY_ROLES.join(', ') }));
  const role = readCode(input.role, ISSUED_BY_ROLES, 'role', report, 1186);
  if (!role) return null;
  if (role === 'recipient') {
    if (type !== null && isWithoutRecipient(type))
      report(
        'role',
        'not_allowed',
        formatMessage('recipient_issues_type', { type, types: typeWithRecipient(type) }),
        1158,
      );
    const says = formatMessage('issuing_document_of_recipient');
    if (!isBlank(input.name)) report('name', 'must_be_blank', says, 1159);
    if (input.document) report('document', 'must_be_blank', says, 1159);
    return { role, name: null, documentType: null, documentNumber: null, countryCode: null };
  }
  if (isBlank(input.name)) report('name', 'blank', formatMessage('blank_with_third_party'), 1186);
  const name = readMember(ISSUED_BY.members, input, 'name', report);
  if (!input.document) {
    report('document', 'blank', formatMessage('blank_with_third_party'), 1186);
    return null;
  }
  const document = readThirdDocument(input.document, findings);
  if (document === null || name === null) return null;
  checkNorthernIreland(document.documentNumber, operationDay, (...says) => report('document', ...says));
  if (document.documentNumber === issuerNif)
    report('document', 'not_allowed', formatMessage('third_party_is_issuer'), 1188);
  return { role, name, ...document };
}

function readThirdDocument(input: NonNullable<IssuedByInput['document']>, findings: Findings) {
  const reportIn = findings.reportIn<'type' | 'number' | 'country_code'>(
    'issued_by.document',
    formatMessage('issuing_document'),
  );
  const report: DocumentReport = (member, ...rest) => reportIn(DOCUMENT_MEMBERS[member], ...rest);
  if (isBlank(input.type)) reportIn('type', 'blank', formatMessage('blank'));
  const documentType = readCode(input.type, DOCUMENT_TYPES, 'type', reportIn);
  if (isBlank(input.number)) reportIn('number', 'blank', formatMessage('blank'));
  const countryCode = readCountryCode(input.country_code, report);
  if (!documentType || isBlank(input.number) || countryCode === undefined) return null;
  if (documentType === 'not_registered') {
    reportIn('type', 'not_allowed', formatMessage('issuing_not_registered'), 1211);
    return null;
  }
  return readRecipientDocument({ documentType, number: input.number, countryCode }, report);
}
