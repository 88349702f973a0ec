import { InvalidArgumentError } from 'commander';
import { ELECTRONIC_ADDRESS } from '../../contracts/v2/nested-members.ts';
import type { IssuerProfile } from '../../contracts/issuer-profile.ts';
import { NotExpressible } from '../../domain/einvoice/refusal.ts';
import { checkAddress } from '../../domain/einvoice/writers/peppol-addresses.ts';
import { readShownText } from '../command-context.ts';

/**
 * Reads an electronic address: the code of its scheme, a colon and the value. An empty text removes
 * it.
 * @throws InvalidArgumentError if Peppol does not have the scheme, or if the check digits are
 *   wrong.
 */
export function readElectronicAddress(text: string): IssuerProfile['electronicAddress'] {
  if (text === '') return null;
  const [, scheme = '', value = ''] = /^([0-9A-Z]+):(.+)$/u.exec(text.trim()) ?? [];
  if (scheme === '')
    throw new InvalidArgumentError(
      'It needs a code of the Electronic Address Scheme, a colon and a value: 0088:8412345678905.',
    );
  const address = { scheme, value: readShownText(value.trim(), ELECTRONIC_ADDRESS.members.value.maxLength) };
  try {
    checkAddress(address, 'electronic-address');
  } catch (error) {
    if (error instanceof NotExpressible) throw new InvalidArgumentError(`${error.refusal.message.en}.`);
    throw error;
  }
  return address;
}
