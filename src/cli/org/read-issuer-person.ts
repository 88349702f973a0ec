import type { PersonName } from '../../contracts/invoice-document.ts';
import type { IssuerProfile } from '../../contracts/issuer-profile.ts';
import type { PersonNameInput } from '../../contracts/v2/invoice-input.ts';
import { isNameOf, readPersonName, refuseEntity } from '../../domain/invoice/read-person-name.ts';
import { Findings, MEMBER_NAMES } from '../../domain/reading/findings.ts';
import { UsageError } from '../command-context.ts';

/**
 * Reads the parts of the name of an issuer, by the rules that they have in an invoice of version 2.
 * @throws UsageError if one is refused, or if the issuer is not a natural person.
 */
export function readIssuerPerson(input: PersonNameInput | null, nif: string): PersonName | null {
  if (input === null) return null;
  const findings = new Findings();
  const person = readPersonName(input, 'issuer_person_name', MEMBER_NAMES.issuer_person_name, findings);
  refuseEntity(nif, 'issuer_person_name', findings.report);
  if (findings.size > 0)
    throw new UsageError(
      findings
        .list()
        .map(({ message }) => message.en)
        .join('\n'),
    );
  return person;
}

/**
 * Checks that the parts of a name have the words of the name of the same profile.
 * @throws UsageError
 */
export function checkIssuerPerson({ name, personName }: IssuerProfile): void {
  if (personName && name !== null && !isNameOf(personName, name))
    throw new UsageError(
      `--person-name must have the words of the name ${name}, with the given name before or after the surnames; --name changes that`,
    );
}
