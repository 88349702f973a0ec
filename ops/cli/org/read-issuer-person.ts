import type { IssuerProfile, PersonName } from '../../../src/contracts/invoice-document.ts';
import type { PersonNameInput } from '../../../src/contracts/v2/invoice-input.ts';
import { isNameOf, readPersonName, refuseEntity } from '../../../src/domain/invoice/read-person-name.ts';
import { Findings } from '../../../src/domain/reading/findings.ts';
import { UsageError } from '../command-context.ts';

const LABEL = 'Issuer person name';

/**
 * Reads the parts of the name of an issuer, by the rules that they have in an invoice of version 2.
 * @throws UsageError if one is refused, or if the issuer is not a natural person.
 */
export function readIssuerPerson(input: PersonNameInput | null, nif: string): PersonName | null {
  if (input === null) return null;
  const findings = new Findings(2);
  const person = readPersonName(input, 'issuer_person_name', LABEL, findings);
  refuseEntity(nif, 'issuer_person_name', findings.report);
  if (findings.size > 0)
    throw new UsageError(
      findings
        .list()
        .map(({ message }) => message)
        .join('\n'),
    );
  return person;
}

/** Checks that the parts of a name have the words of the name of the same profile. @throws UsageError */
export function checkIssuerPerson({ name, personName }: IssuerProfile): void {
  if (personName && name !== null && !isNameOf(personName, name))
    throw new UsageError(
      `--person-name must have the words of the name ${name}, with the given name before or after the surnames; --name changes that`,
    );
}
