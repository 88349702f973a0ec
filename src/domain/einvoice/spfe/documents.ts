import type { InvoiceDocument } from '../../../contracts/invoice-document.ts';
import type { IssuerDetails } from '../../../contracts/issuer-profile.ts';
import { RECTIFICATION_TEXTS } from '../../mentions/rectification-texts.ts';
import type { SupportingDocument } from './terms.ts';

/** BT-123 of the QR group of a VeriFactu record. */
const VERIFACTU = 'VERIFACTU';

const METHODS = {
  differences: { type: 'I', description: 'Rectificativa por diferencias' },
  substitution: { type: 'S', description: 'Rectificativa por sustitución' },
} as const;

/**
 * Lists BG-24: the QR code of the invoice, the authorisations by which it is issued, which are those
 * of the issuer's profile if it states none, and what a rectifying invoice rectifies and how (lists
 * L2A to L2C). The amounts that a substitution replaces are in euros.
 * @param qrUrl the address in its QR code; null if it has no record of VeriFactu.
 */
export function listDocuments(
  document: InvoiceDocument,
  profile: IssuerDetails | null,
  qrUrl: string | null,
): SupportingDocument[] {
  const authorisations = document.billingAuthorisations ?? profile?.billingAuthorisations ?? [];
  return [
    ...(qrUrl === null ? [] : [{ name: 'QR', uuid: qrUrl, description: VERIFACTU } as const]),
    ...authorisations.map(({ number, description }): SupportingDocument => ({
      name: 'AUT',
      uuid: number,
      ...(description !== null && { description }),
    })),
    ...describeRectification(document),
  ];
}

function describeRectification({ type, rectification }: InvoiceDocument): SupportingDocument[] {
  if (type === 'F1' || type === 'F2' || type === 'F3') return [];
  const { method = 'differences', replaced } = rectification ?? {};
  const amounts =
    replaced === undefined
      ? []
      : [
          ['Base', replaced.base],
          ['Cuota', replaced.tax],
          ...(replaced.surcharge === undefined ? [] : [['CuotaRecargo', replaced.surcharge]]),
        ];
  return [
    { name: 'RECT:TIPO', type, description: RECTIFICATION_TEXTS.causes[type] },
    { name: 'RECT:MODALIDAD', ...METHODS[method] },
    ...amounts.map(([kind, amount]): SupportingDocument => ({
      name: 'RECT:IMPORTES',
      type: kind!,
      description: amount!,
    })),
  ];
}
