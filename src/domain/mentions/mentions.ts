import type { SecondHandKind, TaxExemptionCode, TaxRegime, TaxType } from '../../contracts/codes.ts';
import type { TaxWithRegimes } from '../tax/regime-rules.ts';
import type { Provision } from './exempting-provisions.ts';

/** The exemptions of the IVA. */
export type VatExemption = Exclude<TaxExemptionCode, 'E7' | 'E8'>;

/**
 * Texts of the regimes of each tax (AEAT lists L8A and L8B, and the regimes of the IPSI). A regime
 * of the IGIC that is not listed has the text of the IVA. Other taxes have no regimes.
 */
export type RegimeTexts<General extends TaxRegime> = {
  readonly iva: Readonly<Record<Exclude<TaxRegime, General | '21'>, string>>;
  readonly igic: Readonly<Record<'08' | '14' | '15' | '17' | '18' | '19' | '20' | '21', string>>;
  readonly psi: Readonly<Record<'08' | '18' | '19' | '20', string>>;
  /**
   * Regime 03 of IVA and IGIC where it is known what is sold; the text of `iva` names all kinds.
   */
  readonly secondHand: Readonly<Record<SecondHandKind, string>>;
};

/**
 * The mention of an operation without tax: with the articles of the law of the tax, and for any
 * other tax only with its name.
 */
type UntaxedMention = Readonly<Record<TaxWithRegimes, string>> & {
  readonly other: (tax: Exclude<TaxType, TaxWithRegimes>) => string;
};

/** The mentions that an invoice must contain (RD 1619/2012, art. 6.1), as sentences. */
export type Mentions = {
  readonly exemptions: Readonly<Record<VatExemption, string>>;
  /**
   * An exemption of another tax by a provision of its laws, and one without a provision of its own.
   */
  readonly exemptionBy: (tax: TaxType, provision: Provision) => string;
  readonly exemptionOfOthers: (tax: TaxType) => string;
  /** All regimes except the general regime, exports and lettings. */
  readonly regimes: RegimeTexts<'01' | '02' | '11'>;
  /** VAT of another member state is charged. */
  readonly foreignVat: string;
  readonly S2: UntaxedMention;
  readonly N1: UntaxedMention;
  readonly N2: UntaxedMention;
  readonly reverseChargeAbroad: string;
  readonly unidentifiedRecipient: string;
  /** The recipient issues the invoice (RD 1619/2012, art. 6.1.l). */
  readonly issuedByRecipient: string;
  /** A simplified invoice with the data of RD 1619/2012, art. 7.2 or 7.3. */
  readonly simplifiedQualified: string;
};
