import type { PersonName } from '../../contracts/invoice-document.ts';
import type { PersonNameInput } from '../../contracts/v2/invoice-input.ts';
import { PERSON_NAME } from '../../contracts/v2/nested-members.ts';
import type { Findings, ReportOn } from '../reading/findings.ts';
import { isBlank, readMember } from '../reading/read-text.ts';
import { isSameName } from './is-same-name.ts';
import { isNif, isPersonNif } from 'verifactu-protocol/records/nif';
import { formatMessage } from '../../contracts/messages/format-message.ts';
import type { Text } from '../../contracts/messages/texts.ts';

/**
 * Reads the given name and the surnames of a natural person, of which Facturae requires the name
 * and the first surname (IndividualType).
 * @param place path of the object: `recipients[0].person_name`.
 * @param label name of the object in messages: `Recipient 1, person name`.
 * @returns null if a member is refused.
 */
export function readPersonName(
  input: PersonNameInput,
  place: string,
  label: Text,
  findings: Findings,
): PersonName | null {
  const report = findings.reportIn<keyof PersonNameInput>(place, label);
  for (const member of ['given_name', 'first_surname'] as const)
    if (isBlank(input[member])) report(member, 'blank', formatMessage('blank_name_part'));
  const givenName = readMember(PERSON_NAME.members, input, 'given_name', report);
  const firstSurname = readMember(PERSON_NAME.members, input, 'first_surname', report);
  const secondSurname = readMember(PERSON_NAME.members, input, 'second_surname', report);
  return givenName === null || firstSurname === null ? null : { givenName, firstSurname, secondSurname };
}

/**
 * Returns whether a name has the words of a person's given name and surnames, which may precede or
 * follow it. Accents, case and punctuation do not matter.
 */
export function isNameOf(person: PersonName, name: string): boolean {
  const { givenName, firstSurname, secondSurname } = person;
  const surnames = `${firstSurname} ${secondSurname ?? ''}`;
  return isSameName(`${givenName} ${surnames}`, name) || isSameName(`${surnames} ${givenName}`, name);
}

/**
 * Reports parts of a name that are not those of the whole name.
 * @param name the legal name, which stays what the record and the page contain.
 * @param report about the members of the parts.
 */
export function checkAgreement(
  person: PersonName,
  name: string,
  report: ReportOn<keyof PersonNameInput>,
): void {
  if (!isNameOf(person, name))
    report('given_name', 'inconsistent', formatMessage('name_parts_differ', { name }));
}

/**
 * Reports the parts of a name beside a number that belongs to an entity and not to a natural
 * person.
 * @param member the object with the parts.
 */
export function refuseEntity<Member extends string>(
  number: string,
  member: Member,
  report: ReportOn<Member>,
): void {
  if (isNif(number) && !isPersonNif(number))
    report(member, 'not_allowed', formatMessage('name_parts_of_legal_person', { number }));
}
