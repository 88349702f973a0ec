import type { PrintableInvoice } from '../../../src/contracts/printable-invoice.ts';
import { buildLine, buildPrintable, buildProfile } from './build-invoice.ts';

/** The names of the text fields that `fillEveryField` fills. */
export const TEXT_FIELDS =
  'issuer address postal city province email phone website registry bic recipient document street code town description concept notes payment footer rectified'.split(
    ' ',
  );

/**
 * Builds an invoice with the text that `field` returns for the name of each text field, and with
 * the given IBAN.
 */
export function fillEveryField(
  field: (name: string) => string,
  iban = 'ES9121000418450200051332',
): PrintableInvoice {
  return buildPrintable(
    {
      type: 'R4',
      rectified: { number: field('rectified'), issueDate: '2026-10-01' },
      issuer: { nif: 'B12345674', name: field('issuer') },
      recipient: {
        name: field('recipient'),
        documentType: 'passport',
        documentNumber: field('document'),
        countryCode: 'AR',
        address: field('street'),
        postalCode: field('code'),
        city: field('town'),
      },
      description: field('description'),
      lines: [buildLine({ concept: field('concept'), notes: field('notes') })],
      paymentMethod: 'bank_transfer',
      paymentMethodInfo: field('payment'),
      footerNote: field('footer'),
    },
    {
      issuerProfile: buildProfile({
        address: field('address'),
        postalCode: field('postal'),
        city: field('city'),
        province: field('province'),
        email: field('email'),
        phone: field('phone'),
        website: field('website'),
        registryNote: field('registry'),
        iban,
        bic: field('bic'),
      }),
    },
  );
}
