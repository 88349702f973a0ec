import { MAX_RECIPIENTS } from '../../contracts/limits.ts';
import type { PersonName, Recipient } from '../../contracts/invoice-document.ts';
import type { InvoiceInput, PartyInput } from '../../contracts/v2/invoice-input.ts';
import type { Findings, InvoiceMember, Report } from '../reading/findings.ts';
import { isBlank } from '../reading/read-text.ts';
import { type Routing, readRouting } from '../recipients/read-routing.ts';
import { SPANISH_DOCUMENTS } from '../registration/identify-party.ts';
import { checkAgreement, refuseEntity } from './read-person-name.ts';
import { formatMessage } from '../../contracts/messages/format-message.ts';

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

/** A recipient as the rules read it, with the report that names its own members. */
export type GivenRecipient = {
  readonly members: RecipientMembers;
  readonly report: Report;
  /** null if there is nothing. */
  readonly routing: Routing | null;
  /** Reports the parts of a name that cannot be those of the recipient. */
  readonly checkPerson: (person: PersonName, recipient: Recipient) => void;
};

/** The member of the list's items for each member of an invoice with one recipient. */
export const PARTY_MEMBERS: Readonly<Record<keyof RecipientMembers, keyof PartyInput>> = {
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
    if (isGiven)
      findings.report(
        member,
        'not_allowed',
        formatMessage('not_beside_recipients', { member: PARTY_MEMBERS[member] }),
      );
  }
  if (parties.length > MAX_RECIPIENTS) {
    findings.report('recipients', 'too_many', formatMessage('more_recipients', { most: MAX_RECIPIENTS }));
    return [];
  }
  return parties.map((party, index) => {
    const [place, label] = [`recipients[${index}]`, formatMessage('recipient', { number: index + 1 })];
    const reportParty = findings.reportIn<keyof PartyInput>(place, label);
    const report: Report = (member, ...rest) => {
      if (isRecipientMember(member)) reportParty(PARTY_MEMBERS[member], ...rest);
      else findings.report(member, ...rest);
    };
    const members = Object.fromEntries(SINGLE.map((member) => [member, party[PARTY_MEMBERS[member]]]));
    return {
      members,
      report,
      routing: readRouting(party, `${place}.`, label, findings),
      checkPerson: (person, { name, documentType, documentNumber }) => {
        if (SPANISH_DOCUMENTS.has(documentType)) refuseEntity(documentNumber, 'person_name', reportParty);
        checkAgreement(
          person,
          name,
          findings.reportIn(`${place}.person_name`, formatMessage('person_name_of', { party: label })),
        );
      },
    };
  });
}

function isRecipientMember(member: InvoiceMember): member is keyof RecipientMembers {
  return member in PARTY_MEMBERS;
}

/** Returns whether an invoice has any of the members `recipient_…` with a value. */
export function describesOne(input: RecipientMembers): boolean {
  return SINGLE.some((member) => typeof input[member] === 'string' && !isBlank(input[member]));
}

/** Returns whether the invoice identifies a recipient in its list. */
export function listsIdentified(input: InvoiceInput): boolean {
  return (input.recipients ?? []).some((party) => party.not_identified !== true);
}
