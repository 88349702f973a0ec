import { InvalidArgumentError } from 'commander';
import { MAX_LENGTHS } from '../../../src/contracts/text-lengths.ts';
import type { IssuerProfile } from '../../../src/contracts/invoice-document.ts';
import { NotExpressible } from '../../../src/domain/einvoice/refusal.ts';
import { checkAddress } from '../../../src/domain/einvoice/writers/peppol-addresses.ts';
import { readShownText } from '../command-context.ts';

/**
 * Reads an electronic address: the code of its scheme, a colon and the value. An empty text removes it.
 * @throws InvalidArgumentError if Peppol does not have the scheme, or if the check digits are wrong.
 */
export function readElectronicAddress(text: string): IssuerProfile['electronicAddress'] {
  if (text === '') return null;
  const [, scheme = '', value = ''] = /^([0-9A-Z]+):(.+)$/u.exec(text.trim()) ?? [];
  if (scheme === '')
    throw new InvalidArgumentError(
      'It needs a code of the Electronic Address Scheme, a colon and a value: 0088:8412345678905.',
    );
  const address = { scheme, value: readShownText(value.trim(), MAX_LENGTHS.electronic_address) };
  try {
    checkAddress(address, 'electronic-address');
  } catch (error) {
    if (error instanceof NotExpressible) throw new InvalidArgumentError(`${error.refusal.message}.`);
    throw error;
  }
  return address;
}
