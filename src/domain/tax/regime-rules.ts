import {
  ALL_EXEMPTION_CODES,
  TAX_EXEMPTION_CODES,
  type TaxExemptionCode,
  type TaxOperationKey,
  type TaxRegime,
  type TaxType,
} from '../../contracts/codes.ts';

export type RegimeRule = {
  /**
   * The operation key (CalificacionOperacion) of a line without exemption code; null if an
   * exemption code is required.
   */
  readonly key: TaxOperationKey | null;
  /** The exemption codes (OperacionExenta) that AEAT accepts with this regime. */
  readonly exemptions: ReadonlySet<TaxExemptionCode>;
  /** AEAT's error code for a violation of the rule. */
  readonly aeatCode?: number;
};

/** The taxes whose operations have a regime (ClaveRegimen). */
export type TaxWithRegimes = 'iva' | 'igic' | 'psi';

const ANY: ReadonlySet<TaxExemptionCode> = new Set(TAX_EXEMPTION_CODES);
const ANY_OF_IGIC: ReadonlySet<TaxExemptionCode> = new Set(ALL_EXEMPTION_CODES);
const NONE: ReadonlySet<TaxExemptionCode> = new Set();

/**
 * The rules of the regimes that IVA and IGIC share (AEAT's validations apply them to both taxes).
 */
const SHARED = {
  '04': { key: 'S2', exemptions: ANY, aeatCode: 1201 },
  '05': { key: 'S1', exemptions: ANY },
  '06': { key: 'S1', exemptions: NONE, aeatCode: 1209 },
  '07': { key: 'S1', exemptions: new Set(['E1', 'E6']), aeatCode: 1203 },
  '08': { key: 'N2', exemptions: NONE, aeatCode: 1252 },
  '09': { key: 'S1', exemptions: ANY },
  '10': { key: 'N1', exemptions: NONE, aeatCode: 1205 },
  '14': { key: 'S1', exemptions: ANY },
  '15': { key: 'S1', exemptions: ANY },
} as const satisfies Partial<Record<TaxRegime, RegimeRule>>;

/** AEAT's list L8A. */
const IVA: Partial<Record<TaxRegime, RegimeRule>> = {
  // Exports and operations assimilated to them (E2, E3) belong to regime 02: AEAT 1199.
  '01': { key: 'S1', exemptions: new Set(['E1', 'E4', 'E5', 'E6']), aeatCode: 1199 },
  '02': { key: null, exemptions: ANY, aeatCode: 1286 },
  // Goods that are taxed on the margin are not exempt as intra-Community supplies (LIVA art.
  // 25.Uno, Directive 2006/112 art. 139.3).
  '03': { key: 'S1', exemptions: new Set(['E1', 'E2', 'E3', 'E4', 'E6']) },
  ...SHARED,
  // AEAT 1206 requires a rate of 21, which an exempt operation cannot have.
  '11': { key: 'S1', exemptions: NONE, aeatCode: 1206 },
  // One-stop shop: the VAT is that of another member state, whose rates are not in AEAT's list.
  '17': { key: 'N2', exemptions: ANY },
  '18': { key: 'S1', exemptions: ANY },
  // The compensations of farmers, 12 % and 10.5 %, are not rates of IVA, so the list of rates
  // refuses them (AEAT 1124).
  '19': { key: 'S1', exemptions: ANY },
  '20': { key: 'S1', exemptions: ANY },
};

/** AEAT's list L8B. */
const IGIC: Partial<Record<TaxRegime, RegimeRule>> = {
  '01': { key: 'S1', exemptions: new Set(['E1', 'E4', 'E5', 'E6', 'E7', 'E8']), aeatCode: 1199 },
  '02': { key: null, exemptions: ANY_OF_IGIC, aeatCode: 1286 },
  '03': { key: 'S1', exemptions: ANY_OF_IGIC },
  ...SHARED,
  '11': { key: 'S1', exemptions: ANY_OF_IGIC },
  // Retailers: their sales are exempt (Ley 4/2012, art. 50.Uno.27.º), other operations are not.
  '17': { key: 'S1', exemptions: ANY_OF_IGIC },
  // Small entrepreneurs: all their operations are exempt (Ley 20/1991, arts. 109 bis to 109
  // quinquies).
  '18': { key: null, exemptions: ANY_OF_IGIC },
  // Domestic operations that are exempt under Ley 19/1994, art. 25.
  '19': { key: null, exemptions: ANY_OF_IGIC },
  // Operations that are subject to the IPSI.
  '20': { key: 'N2', exemptions: NONE, aeatCode: 1293 },
  '21': { key: 'S1', exemptions: ANY_OF_IGIC },
};

/** AEAT's list of the IPSI. AEAT's other rules on regimes do not apply to it. */
const PSI: Partial<Record<TaxRegime, RegimeRule>> = {
  '01': { key: 'S1', exemptions: ANY },
  '08': { key: 'N2', exemptions: NONE },
  '11': { key: 'S1', exemptions: ANY },
  // Ceuta, arts. 73.4 and 73.5 of its ordinance.
  '18': { key: 'S1', exemptions: ANY },
  // Domestic exempt operations.
  '19': { key: null, exemptions: ANY },
  '20': { key: 'S1', exemptions: ANY },
};

/**
 * The operation keys and exemption codes that AEAT accepts with each ClaveRegimen of each tax. A
 * regime without an entry does not exist in that tax (AEAT 1246).
 */
export const REGIME_RULES: Readonly<
  Record<TaxWithRegimes, Readonly<Partial<Record<TaxRegime, RegimeRule>>>>
> = { iva: IVA, igic: IGIC, psi: PSI };

/**
 * The regimes of used goods, works of art, antiques and collectors' items (LIVA arts. 135 to 139)
 * and of travel agencies (arts. 141 to 147).
 */
const MARGIN_REGIMES: ReadonlySet<TaxRegime | null> = new Set(['03', '05']);

/**
 * Returns whether an operation is taxed on the margin. The tax is then part of the price and not
 * shown separately (LIVA arts. 138 and 142).
 */
export function isTaxedOnMargin(key: {
  readonly taxType: TaxType;
  readonly regime: TaxRegime | null;
}): boolean {
  return (key.taxType === 'iva' || key.taxType === 'igic') && MARGIN_REGIMES.has(key.regime);
}
