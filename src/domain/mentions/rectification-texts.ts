import type { InvoiceType } from '../../contracts/codes.ts';

/**
 * What a rectifying invoice and one that replaces simplified invoices say about themselves, in
 * Spanish: RD 1619/2012, art. 15.4 (condition and cause) and 15.5 (method). The causes are those of
 * AEAT's list L2. Every format of the invoice uses these texts.
 */
export const RECTIFICATION_TEXTS = {
  causes: {
    R1: 'Error fundado en derecho o causa del artículo 80.Uno, Dos o Seis de la Ley 37/1992.',
    R2: 'Artículo 80.Tres de la Ley 37/1992: concurso de acreedores del destinatario.',
    R3: 'Artículo 80.Cuatro de la Ley 37/1992: crédito incobrable.',
    R4: 'Otra causa de rectificación (artículo 15 del Real Decreto 1619/2012).',
    R5: 'Rectificación de factura simplificada (artículo 15 del Real Decreto 1619/2012).',
  },
  coupon: 'Minoración de la base imponible por cupones, bonificaciones o descuentos.',
  replacing: 'Factura emitida en sustitución de facturas simplificadas',
} as const satisfies {
  readonly causes: Readonly<Record<Extract<InvoiceType, `R${string}`>, string>>;
  readonly coupon: string;
  readonly replacing: string;
};
