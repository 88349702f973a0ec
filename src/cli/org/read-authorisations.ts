import { InvalidArgumentError } from 'commander';
import type { IssuerProfile } from '../../contracts/issuer-profile.ts';
import { readAuthorisations } from '../../domain/invoice/read-authorisations.ts';
import { Findings } from '../../domain/reading/findings.ts';

/**
 * Reads the authorisations of an issuer by the rules that they have in an invoice: numbers separated
 * by semicolons, each with a description after a colon. An empty text removes them.
 * @throws InvalidArgumentError with everything that is wrong.
 */
export function readBillingAuthorisations(text: string): IssuerProfile['billingAuthorisations'] {
  if (text === '') return null;
  const given = text.split(';').map((each) => {
    const [number = '', ...description] = each.split(':');
    return { number: number.trim(), description: description.join(':').trim() };
  });
  const findings = new Findings();
  const read = readAuthorisations({ billing_authorisations: given }, findings);
  if (findings.size > 0)
    throw new InvalidArgumentError(
      `${findings
        .list()
        .map(({ message }) => message.en)
        .join('; ')}.`,
    );
  return read;
}
