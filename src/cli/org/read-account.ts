import { InvalidArgumentError } from 'commander';
import type { IssuerProfile } from '../../contracts/issuer-profile.ts';
import { compactIdentifier, isBic, isIban } from '../../domain/invoice/bank-identifiers.ts';
import { UsageError } from '../command-context.ts';

/** The account of an issuer's profile. */
type Account = Pick<IssuerProfile, 'iban' | 'bic'>;

/**
 * Removes blanks of every kind: an IBAN that is copied from a PDF may be grouped with non-breaking
 * ones.
 */
function compact(text: string): string {
  return compactIdentifier(text.replaceAll(/\s/gu, ' '));
}

/**
 * Reads an IBAN, with or without blanks. An empty text means none.
 * @throws InvalidArgumentError if it is not valid (ISO 13616).
 */
export function readIban(text: string): string | null {
  const iban = compact(text);
  if (iban === '') return null;
  if (isIban(iban)) return iban;
  throw new InvalidArgumentError(
    'It is not a valid IBAN: its form or its check digits are wrong (ISO 13616). Copy it from a document of the bank; blanks are allowed.',
  );
}

/**
 * Reads a BIC, with or without blanks. An empty text means none.
 * @throws InvalidArgumentError if it does not have the form of ISO 9362.
 */
export function readBic(text: string): string | null {
  const bic = compact(text);
  if (bic === '') return null;
  if (isBic(bic)) return bic;
  throw new InvalidArgumentError(
    'It must be a BIC of 8 or 11 letters and digits, such as CAIXESBBXXX (ISO 9362). Copy it from a document of the bank, or leave it out: transfers within the European Union need only the IBAN.',
  );
}

/**
 * Checks that the BIC of a changed profile belongs to its account.
 * @param current the account before; @param changed the account after the change.
 * @param isBicGiven whether the change states the BIC, or that there is none.
 * @throws UsageError if there is a BIC without an IBAN, or if the IBAN changes and the BIC of the
 *   earlier account would stay.
 */
export function checkAccount(current: Account, changed: Account, isBicGiven: boolean): void {
  const { iban = null, bic = null } = changed;
  if (bic === null) return;
  if (!isBicGiven && iban !== (current.iban ?? null))
    throw new UsageError(
      `--iban: the profile has the BIC ${bic}, which belongs to the account ${current.iban}. Give the BIC of the new account with --bic, or remove it with --bic ''`,
    );
  if (iban === null)
    throw new UsageError(
      `--bic: the BIC ${bic} would belong to no account. Give the IBAN too, with --iban, or remove the BIC with --bic ''`,
    );
}
