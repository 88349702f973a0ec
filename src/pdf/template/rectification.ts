import type { InvoiceType } from '../../contracts/codes.ts';
import type { InvoiceDocument } from '../../contracts/invoice-document.ts';

/** Why an invoice rectifies another (AEAT list L2; LIVA art. 80 and art. 89; RD 1619/2012 art. 15). */
const REASONS: Readonly<Partial<Record<InvoiceType, string>>> = {
  R1: 'Error fundado en derecho o causa del artículo 80.Uno, Dos o Seis de la Ley 37/1992.',
  R2: 'Artículo 80.Tres de la Ley 37/1992: concurso de acreedores del destinatario.',
  R3: 'Artículo 80.Cuatro de la Ley 37/1992: crédito incobrable.',
  R4: 'Otra causa de rectificación (artículo 15 del Real Decreto 1619/2012).',
  R5: 'Rectificación de factura simplificada (artículo 15 del Real Decreto 1619/2012).',
};

/** The block that names the other invoice: its heading, which one it is, and sentences about it. */
export type RelatedInvoice = {
  readonly heading: string;
  readonly reference: InvoiceDocument['rectified'];
  readonly texts: readonly string[];
};

/** What an R1 to R5 says about the invoice it corrects, and an F3 about the one it replaces; null for other invoices. */
export function buildRelatedInvoice(document: InvoiceDocument): RelatedInvoice | null {
  const { rectified, type } = document;
  if (type === 'F3') {
    return rectified === null
      ? null
      : { heading: 'Factura simplificada que se sustituye', reference: rectified, texts: [] };
  }
  const reason = REASONS[type];
  if (reason === undefined) return null;
  return {
    heading: 'Factura que se rectifica',
    reference: rectified,
    texts: [reason, 'Rectificación por diferencias.'],
  };
}
