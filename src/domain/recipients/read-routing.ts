import type { Recipient } from '../../contracts/invoice-document.ts';
import type { ContactInput, PartyInput } from '../../contracts/v2/invoice-input.ts';
import { CONTACT, ELECTRONIC_ADDRESS } from '../../contracts/v2/nested-members.ts';
import type { Findings, ReportOn } from '../reading/findings.ts';
import { readPersonName } from '../invoice/read-person-name.ts';
import { isBlank, readMember } from '../reading/read-text.ts';
import { ADDRESS_SCHEMES } from './address-schemes.ts';
import { formatMessage } from '../../contracts/messages/format-message.ts';
import type { Text } from '../../contracts/messages/texts.ts';

/**
 * What only electronic invoices need of a recipient: its electronic address, the offices of a
 * public body, whom to ask, the parts of a person's name, and whether it is a business.
 */
export type Routing = {
  readonly electronicAddress?: NonNullable<Recipient['electronicAddress']>;
  readonly dir3?: NonNullable<Recipient['dir3']>;
  readonly contact?: NonNullable<Recipient['contact']>;
  readonly personName?: NonNullable<Recipient['personName']>;
  readonly isBusiness?: NonNullable<Recipient['isBusiness']>;
};

/** The form of a code of DIR3, the directory of the Spanish administration. */
const DIR3_CODE = /^[A-Z][A-Z0-9]{8,9}$/;
const DIR3_MEMBERS = {
  accounting_office: 'accountingOffice',
  managing_body: 'managingBody',
  processing_unit: 'processingUnit',
  proposing_body: 'proposingBody',
} as const;
type Dir3Member = keyof typeof DIR3_MEMBERS;

/**
 * Reads the electronic address of a recipient, its codes of DIR3, its contact, the parts of its name
 * and whether it is a business.
 * @param prefix of the paths of the members: `recipients[0].`; empty at the root.
 * @param label name of the recipient in messages: `Recipient 1`.
 * @returns null if there is none of them.
 */
export function readRouting(
  {
    electronic_address: address,
    dir3,
    contact: whom,
    person_name: parts,
    is_business: business,
  }: Pick<PartyInput, 'electronic_address' | 'dir3' | 'contact' | 'person_name' | 'is_business'>,
  prefix: string,
  label: Text,
  findings: Findings,
): Routing | null {
  const electronicAddress = address
    ? readAddress(address, `${prefix}electronic_address`, label, findings)
    : null;
  const centres = dir3 ? readDir3(dir3, `${prefix}dir3`, label, findings) : null;
  const contact = whom ? readContact(whom, `${prefix}contact`, label, findings) : null;
  const personName = parts
    ? readPersonName(
        parts,
        `${prefix}person_name`,
        formatMessage('person_name_of', { party: label }),
        findings,
      )
    : null;
  const isBusiness = business ?? null;
  if (!electronicAddress && !centres && !contact && !personName && isBusiness === null) return null;
  return {
    ...(electronicAddress && { electronicAddress }),
    ...(centres && { dir3: centres }),
    ...(contact && { contact }),
    ...(personName && { personName }),
    ...(isBusiness !== null && { isBusiness }),
  };
}

function readAddress(
  address: NonNullable<PartyInput['electronic_address']>,
  place: string,
  label: Text,
  findings: Findings,
): Routing['electronicAddress'] | null {
  const { scheme, value } = address;
  const report = findings.reportIn<'scheme' | 'value'>(
    place,
    formatMessage('electronic_address_of', { party: label }),
  );
  if (isBlank(scheme) || !ADDRESS_SCHEMES.has(scheme))
    report('scheme', isBlank(scheme) ? 'blank' : 'invalid', formatMessage('not_address_scheme'));
  if (isBlank(value)) report('value', 'blank', formatMessage('blank'));
  const text = readMember(ELECTRONIC_ADDRESS.members, address, 'value', report);
  return isBlank(scheme) || text === null ? null : { scheme, value: text };
}

function readContact(
  input: ContactInput,
  place: string,
  label: Text,
  findings: Findings,
): Routing['contact'] | null {
  const report = findings.reportIn<keyof ContactInput>(place, formatMessage('contact_of', { party: label }));
  const contact = {
    name: readMember(CONTACT.members, input, 'name', report),
    phone: readMember(CONTACT.members, input, 'phone', report),
    email: readMember(CONTACT.members, input, 'email', report),
  };
  if (isBlank(input.name) && isBlank(input.phone) && isBlank(input.email))
    report('name', 'blank', formatMessage('blank_contact'));
  return Object.values(contact).every((text) => text === null) ? null : contact;
}

function readDir3(
  input: NonNullable<PartyInput['dir3']>,
  place: string,
  label: Text,
  findings: Findings,
): Routing['dir3'] | null {
  const report: ReportOn<Dir3Member> = findings.reportIn(place, formatMessage('dir3_of', { party: label }));
  const read = (member: Dir3Member): string | null => {
    const value = input[member];
    if (isBlank(value)) {
      // FACe needs the three centres that process an invoice.
      if (member !== 'proposing_body') report(member, 'blank', formatMessage('blank_centre'));
      return null;
    }
    if (!DIR3_CODE.test(value)) report(member, 'invalid', formatMessage('not_dir3_code'));
    return value;
  };
  return {
    accountingOffice: read('accounting_office'),
    managingBody: read('managing_body'),
    processingUnit: read('processing_unit'),
    proposingBody: read('proposing_body'),
  };
}
