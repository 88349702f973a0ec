import type { Recipient } from '../../contracts/invoice-document.ts';
import { MAX_LENGTHS } from '../../contracts/text-lengths.ts';
import type { ContactInput, PartyInput } from '../../contracts/v2/invoice-input.ts';
import type { Findings, ReportOn } from '../reading/findings.ts';
import { readPersonName } from '../invoice/read-person-name.ts';
import { isBlank, readText } from '../reading/read-text.ts';
import { ADDRESS_SCHEMES } from './address-schemes.ts';

/** What only electronic invoices need of a recipient: its electronic address, the offices of a public body, whom to ask, and the parts of a person's name. */
export type Routing = {
  readonly electronicAddress?: NonNullable<Recipient['electronicAddress']>;
  readonly dir3?: NonNullable<Recipient['dir3']>;
  readonly contact?: NonNullable<Recipient['contact']>;
  readonly personName?: NonNullable<Recipient['personName']>;
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
 * Reads the electronic address of a recipient, its codes of DIR3, its contact and the parts of its name.
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
  }: Pick<PartyInput, 'electronic_address' | 'dir3' | 'contact' | 'person_name'>,
  prefix: string,
  label: string,
  findings: Findings,
): Routing | null {
  const electronicAddress = address
    ? readAddress(address, `${prefix}electronic_address`, label, findings)
    : null;
  const centres = dir3 ? readDir3(dir3, `${prefix}dir3`, label, findings) : null;
  const contact = whom ? readContact(whom, `${prefix}contact`, label, findings) : null;
  const personName = parts
    ? readPersonName(parts, `${prefix}person_name`, `${label}, person name`, findings)
    : null;
  if (!electronicAddress && !centres && !contact && !personName) return null;
  return {
    ...(electronicAddress && { electronicAddress }),
    ...(centres && { dir3: centres }),
    ...(contact && { contact }),
    ...(personName && { personName }),
  };
}

function readAddress(
  { scheme, value }: NonNullable<PartyInput['electronic_address']>,
  place: string,
  label: string,
  findings: Findings,
): Routing['electronicAddress'] | null {
  const report = findings.reportIn<'scheme' | 'value'>(place, `${label}, electronic address`);
  if (isBlank(scheme) || !ADDRESS_SCHEMES.has(scheme))
    report(
      'scheme',
      isBlank(scheme) ? 'blank' : 'invalid',
      'must be a code of the Electronic Address Scheme, such as 9920 or EM',
    );
  if (isBlank(value)) report('value', 'blank', "can't be blank");
  const text = readText(value, 'value', MAX_LENGTHS.electronic_address, report);
  return isBlank(scheme) || text === null ? null : { scheme, value: text };
}

function readContact(
  { name, phone, email }: ContactInput,
  place: string,
  label: string,
  findings: Findings,
): Routing['contact'] | null {
  const report = findings.reportIn<keyof ContactInput>(place, `${label}, contact`);
  const contact = {
    name: readText(name, 'name', MAX_LENGTHS.party_name, report),
    phone: readText(phone, 'phone', MAX_LENGTHS.contact_phone, report),
    email: readText(email, 'email', MAX_LENGTHS.contact_email, report),
  };
  if (isBlank(name) && isBlank(phone) && isBlank(email))
    report('name', 'blank', "can't be blank without a phone and an email");
  return Object.values(contact).every((text) => text === null) ? null : contact;
}

function readDir3(
  input: NonNullable<PartyInput['dir3']>,
  place: string,
  label: string,
  findings: Findings,
): Routing['dir3'] | null {
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
