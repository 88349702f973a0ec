import type { SchemedValue } from '../../../src/domain/einvoice/terms.ts';

/**
 * Electronic addresses of the schemes whose values Peppol checks, and of one that it does not
 * check. The numbers are examples.
 */
export const LISTED_ADDRESSES: readonly SchemedValue[] = [
  { scheme: '0007', value: '5567321707' },
  { scheme: '0088', value: '8412345678905' },
  { scheme: '0096', value: '1234567890' },
  { scheme: '0151', value: '51824753556' },
  { scheme: '0184', value: 'DK12345678' },
  { scheme: '0184', value: '12345678' },
  { scheme: '0192', value: '123456785' },
  { scheme: '0198', value: 'DK12345678' },
  { scheme: '0208', value: '0123456749' },
  { scheme: '9920', value: 'ESA12345674' },
];
