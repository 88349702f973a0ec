import { MAX_RECIPIENTS } from '../../contracts/codes.ts';
import type { Recipient } from '../../contracts/invoice-document.ts';
import { MAX_LENGTHS } from '../../contracts/text-lengths.ts';
import type { InvoiceInput, PartyInput } from '../../contracts/v2/invoice-input.ts';
import type { Findings, InvoiceMember, Report, ReportOn } from '../reading/findings.ts';
import { isBlank, readText } from '../reading/read-text.ts';

/** The members of an invoice that describe its recipient. */
export type RecipientMembers = Pick<
  InvoiceInput,
  | 'has_unidentified_recipient'
  | 'recipient_legal_name'
  | 'recipient_document_type'
  | 'recipient_document_number'
  | 'recipient_country_code'
  | 'recipient_billing_address'
  | 'recipient_billing_postal_code'
  | 'recipient_billing_city'
>;

/** What only a recipient of the list can have. */
type Exchange = {
  readonly electronicAddress?: NonNullable<Recipient['electronicAddress']>;
  readonly dir3?: NonNullable<Recipient['dir3']>;
};

/** A recipient as the rules read it, with the report that names its own members. */
export type GivenRecipient = {
  readonly members: RecipientMembers;
  readonly report: Report;
  /** null if there is nothing. */
  readonly exchange: Exchange | null;
};

/** The member of the list's items for each member of an invoice with one recipient. */
const PARTY_MEMBERS: Readonly<Record<keyof RecipientMembers, keyof PartyInput>> = {
  has_unidentified_recipient: 'not_identified',
  recipient_legal_name: 'name',
  recipient_document_type: 'document_type',
  recipient_document_number: 'document_number',
  recipient_country_code: 'country_code',
  recipient_billing_address: 'address',
  recipient_billing_postal_code: 'postal_code',
  recipient_billing_city: 'city',
};
const SINGLE = Object.keys(PARTY_MEMBERS) as (keyof RecipientMembers)[];

/**
 * Returns the recipients that an invoice lists. Refuses the members `recipient_*` beside the list.
 * @returns an empty list if there are too many.
 */
export function listRecipients(input: InvoiceInput, findings: Findings): readonly GivenRecipient[] {
  const parties = input.recipients ?? [];
  for (const member of SINGLE) {
    const value = input[member];
    const isGiven = typeof value === 'string' ? !isBlank(value) : value === true;
    if (isGiven) {
      const instead = `${PARTY_MEMBERS[member]} of the recipient there`;
      findings.report(member, 'not_allowed', `can't be given together with recipients: use ${instead}`);
    }
  }
  if (parties.length > MAX_RECIPIENTS) {
    findings.report('recipients', 'too_many', `cannot contain more than ${MAX_RECIPIENTS} recipients`);
    return [];
  }
  return parties.map((party, index) => {
    const reportParty = findings.reportIn<keyof PartyInput>(`recipients[${index}]`, `Recipient ${index + 1}`);
    const report: Report = (member, ...rest) => {
      if (isRecipientMember(member)) reportParty(PARTY_MEMBERS[member], ...rest);
      else findings.report(member, ...rest);
    };
    const members = Object.fromEntries(SINGLE.map((member) => [member, party[PARTY_MEMBERS[member]]]));
    return { members, report, exchange: readExchange(party, index, findings) };
  });
}

function isRecipientMember(member: InvoiceMember): member is keyof RecipientMembers {
  return member in PARTY_MEMBERS;
}

/** Returns whether the invoice identifies a recipient in its list. */
export function listsIdentified(input: InvoiceInput): boolean {
  return (input.recipients ?? []).some((party) => party.not_identified !== true);
}

/** Codes of the Electronic Address Scheme of EN 16931 (BT-49-1). */
const ADDRESS_SCHEME = /^(?:[0-9]{4}|[A-Z]{2})$/;
/** Codes of DIR3, the directory of the Spanish administration. */
const DIR3_CODE = /^[A-Z][A-Z0-9]{8,9}$/;
const DIR3_MEMBERS = {
  accounting_office: 'accountingOffice',
  managing_body: 'managingBody',
  processing_unit: 'processingUnit',
  proposing_body: 'proposingBody',
} as const;
type Dir3Member = keyof typeof DIR3_MEMBERS;

function readExchange(
  { electronic_address: address, dir3 }: PartyInput,
  index: number,
  findings: Findings,
): Exchange | null {
  const place = `recipients[${index}]`;
  const label = `Recipient ${index + 1}`;
  const electronicAddress = address
    ? readAddress(address, `${place}.electronic_address`, label, findings)
    : null;
  const centres = dir3 ? readDir3(dir3, `${place}.dir3`, label, findings) : null;
  if (!electronicAddress && !centres) return null;
  return {
    ...(electronicAddress && { electronicAddress }),
    ...(centres && { dir3: centres }),
  };
}

function readAddress(
  { scheme, value }: NonNullable<PartyInput['electronic_address']>,
  place: string,
  label: string,
  findings: Findings,
): Exchange['electronicAddress'] | null {
  const report = findings.reportIn<'scheme' | 'value'>(place, `${label}, electronic address`);
  if (isBlank(scheme) || !ADDRESS_SCHEME.test(scheme))
    report(
      'scheme',
      isBlank(scheme) ? 'blank' : 'invalid',
      'must be a code of the Electronic Address Scheme, such as 9920 or EM',
    );
  if (isBlank(value)) report('value', 'blank', "can't be blank");
  const text = readText(value, 'value', MAX_LENGTHS.electronic_address, report);
  return isBlank(scheme) || text === null ? null : { scheme, value: text };
}

function readDir3(
  input: NonNullable<PartyInput['dir3']>,
  place: string,
  label: string,
  findings: Findings,
): Exchange['dir3'] | null {
  const report: ReportOn<Dir3Member> = findings.reportIn(place, `${label}, DIR3`);
  const read = (member: Dir3Member): string | null => {
    const value = input[member];
    if (isBlank(value)) {
      // FACe needs the three centres that process an invoice.
      if (member !== 'proposing_body')
        report(
          member,
          'blank',
          "can't be blank: a public body needs its accounting office, managing body and processing unit",
        );
      return null;
    }
    if (!DIR3_CODE.test(value))
      report(
        member,
        'invalid',
        'must be a DIR3 code of 9 or 10 capital letters and digits, such as L01280796',
      );
    return value;
  };
  return {
    accountingOffice: read('accounting_office'),
    managingBody: read('managing_body'),
    processingUnit: read('processing_unit'),
    proposingBody: read('proposing_body'),
  };
}
