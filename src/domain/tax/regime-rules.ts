import {
  TAX_EXEMPTION_CODES,
  type TaxExemptionCode,
  type TaxOperationKey,
  type TaxRegime,
} from '../../contracts/codes.ts';

export type RegimeRule = {
  /** The operation key (CalificacionOperacion) of a line without exemption code; null: there must be an exemption code. */
  readonly key: TaxOperationKey | null;
  /** The exemption codes (OperacionExenta) that AEAT takes with this regime. */
  readonly exemptions: ReadonlySet<TaxExemptionCode>;
};

const ANY: ReadonlySet<TaxExemptionCode> = new Set(TAX_EXEMPTION_CODES);
const NONE: ReadonlySet<TaxExemptionCode> = new Set();

/**
 * What AEAT takes with each ClaveRegimen of the IVA (list L8A). Regime 06 (groups of entities) needs a base at cost, for which
 * the API has no field: it is refused.
 */
export const REGIME_RULES: Readonly<Record<Exclude<TaxRegime, '06'>, RegimeRule>> = {
  // Exports and operations assimilated to them (E2, E3) belong to regime 02: AEAT 1199.
  '01': { key: 'S1', exemptions: new Set(['E1', 'E4', 'E5', 'E6']) },
  // AEAT 1286.
  '02': { key: null, exemptions: ANY },
  // AEAT 1200.
  '03': { key: 'S1', exemptions: ANY },
  // AEAT 1201.
  '04': { key: 'S2', exemptions: ANY },
  '05': { key: 'S1', exemptions: ANY },
  // AEAT 1203.
  '07': { key: 'S1', exemptions: new Set(['E1', 'E6']) },
  // AEAT 1252.
  '08': { key: 'N2', exemptions: NONE },
  '09': { key: 'S1', exemptions: ANY },
  // AEAT 1205.
  '10': { key: 'N1', exemptions: NONE },
  // AEAT 1206 wants a rate of 21, which an exempt operation cannot have.
  '11': { key: 'S1', exemptions: NONE },
  '14': { key: 'S1', exemptions: ANY },
  '15': { key: 'S1', exemptions: ANY },
  // One-stop shop: the VAT is another member state's, whose rates AEAT's list does not have.
  '17': { key: 'N2', exemptions: ANY },
  '18': { key: 'S1', exemptions: ANY },
  // The 12 % and 10.5 % compensations of farmers are not IVA rates: the rate list refuses them (AEAT 1124).
  '19': { key: 'S1', exemptions: ANY },
  '20': { key: 'S1', exemptions: ANY },
};
