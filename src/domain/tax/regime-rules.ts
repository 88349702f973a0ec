import {
  TAX_EXEMPTION_CODES,
  type TaxExemptionCode,
  type TaxOperationKey,
  type TaxRegime,
  type TaxType,
} from '../../contracts/codes.ts';

export type RegimeRule = {
  /** The operation key (CalificacionOperacion) of a line without exemption code; null if an exemption code is required. */
  readonly key: TaxOperationKey | null;
  /** The exemption codes (OperacionExenta) that AEAT accepts with this regime. */
  readonly exemptions: ReadonlySet<TaxExemptionCode>;
  /** AEAT's error code for a violation of the rule. */
  readonly aeatCode?: number;
};

const ANY: ReadonlySet<TaxExemptionCode> = new Set(TAX_EXEMPTION_CODES);
const NONE: ReadonlySet<TaxExemptionCode> = new Set();

/**
 * The operation keys and exemption codes that AEAT accepts with each ClaveRegimen of the IVA (list L8A). Regime 06 (groups of entities) is refused,
 * because it needs a base at cost, for which the API has no member.
 */
export const REGIME_RULES: Readonly<Record<Exclude<TaxRegime, '06'>, RegimeRule>> = {
  // Exports and operations assimilated to them (E2, E3) belong to regime 02: AEAT 1199.
  '01': { key: 'S1', exemptions: new Set(['E1', 'E4', 'E5', 'E6']), aeatCode: 1199 },
  '02': { key: null, exemptions: ANY, aeatCode: 1286 },
  // Goods that are taxed on the margin are not exempt as intra-Community supplies (LIVA art. 25.Uno, Directive 2006/112 art. 139.3).
  '03': { key: 'S1', exemptions: new Set(['E1', 'E2', 'E3', 'E4', 'E6']) },
  '04': { key: 'S2', exemptions: ANY, aeatCode: 1201 },
  '05': { key: 'S1', exemptions: ANY },
  '07': { key: 'S1', exemptions: new Set(['E1', 'E6']), aeatCode: 1203 },
  '08': { key: 'N2', exemptions: NONE, aeatCode: 1252 },
  '09': { key: 'S1', exemptions: ANY },
  '10': { key: 'N1', exemptions: NONE, aeatCode: 1205 },
  // AEAT 1206 requires a rate of 21, which an exempt operation cannot have.
  '11': { key: 'S1', exemptions: NONE, aeatCode: 1206 },
  '14': { key: 'S1', exemptions: ANY },
  '15': { key: 'S1', exemptions: ANY },
  // One-stop shop: the VAT is that of another member state, whose rates are not in AEAT's list.
  '17': { key: 'N2', exemptions: ANY },
  '18': { key: 'S1', exemptions: ANY },
  // The compensations of farmers, 12 % and 10.5 %, are not rates of IVA, so the list of rates refuses them (AEAT 1124).
  '19': { key: 'S1', exemptions: ANY },
  '20': { key: 'S1', exemptions: ANY },
};

/** The regimes of used goods, works of art, antiques and collectors' items (LIVA arts. 135 to 139) and of travel agencies (arts. 141 to 147). */
const MARGIN_REGIMES: ReadonlySet<TaxRegime | null> = new Set(['03', '05']);

/** Returns whether an operation is taxed on the margin. The tax is then part of the price and not shown separately (LIVA arts. 138 and 142). */
export function isTaxedOnMargin(key: {
  readonly taxType: TaxType;
  readonly regime: TaxRegime | null;
}): boolean {
  return key.taxType === 'iva' && MARGIN_REGIMES.has(key.regime);
}
