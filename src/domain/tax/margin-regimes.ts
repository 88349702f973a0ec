import type { TaxRegime, TaxType } from '../../contracts/codes.ts';

/** Used goods, works of art, antiques and collectors' items (LIVA arts. 135 to 139), and travel agencies (arts. 141 to 147). */
const MARGIN_REGIMES: ReadonlySet<TaxRegime | null> = new Set(['03', '05']);

/** Taxed on the margin: the tax is part of the price, and the invoice does not tell it apart (LIVA arts. 138 and 142). */
export function isTaxedOnMargin(key: {
  readonly taxType: TaxType;
  readonly regime: TaxRegime | null;
}): boolean {
  return key.taxType === 'iva' && MARGIN_REGIMES.has(key.regime);
}
