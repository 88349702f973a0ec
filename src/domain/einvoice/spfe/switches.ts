import { formatDecimal, scaleDecimal } from '../../money/decimals.ts';

/*
 * What Orden HAC/1028/2026 leaves open, until AEAT publishes its Schematron: each decision is one
 * constant here, with the other reading in its comment. W9 is the shape of a withdrawal
 * (`../../spfe/messages/build-message.ts`): that of Annex II, because the one that Annex I prints is no
 * UBL 2.5. W17 concerns the schemas: UBL 2.5, Committee Specification 01.
 */

/**
 * W1: the codes of L7, L8 and L10 stand alone. Their lists are headed by a URN, which could be a
 * prefix of the codes.
 */
export const CODE_PREFIXES = { collected: '', item: '', document: '' } as const;

/** W2: numeric codes have two digits (`01`), as one of the two transcriptions has them; else one. */
const CODE_DIGITS = 2;

/** W3: what lowers the amount to pay (RETE, MINO) is negative in BT-179; else BT-115 subtracts it. */
export const IS_LOWERING_NEGATIVE: boolean = true;

/** W4: the VAT number stands beside the NIF in the territory of VAT; else there is only the NIF. */
export const HAS_VAT_NUMBERS: boolean = true;

/**
 * W5: BT-30 has no scheme, because ISO 6523 has none for the NIF. EN 16931-1:2026 may ask for one.
 */
export const LEGAL_ID_SCHEME: string | undefined = undefined;

/** W6: the type of supporting documents that have none in the Orden (UNTDID 1001); else undefined. */
export const SUPPORTING_DOCUMENT_TYPE: string | undefined = '916';

/** W7: lines that are not subject may stand beside others, as in EN 16931-1:2026. */
export const IS_NOT_SUBJECT_BESIDE_OTHERS: boolean = true;

/**
 * W8: BT-167 is euros per unit of BT-5, from BT-5 to EUR, so that BT-111 is BT-110 × BT-167. The
 * other reading is its inverse.
 * @param rate euros per unit of the currency.
 */
export const stateExchangeRate = (currency: string, rate: string): ExchangeRate => ({
  source: currency,
  target: 'EUR',
  rate,
});
export type ExchangeRate = { readonly source: string; readonly target: string; readonly rate: string };

/**
 * W10: the head of a message, which the Orden leaves open, has the identifiers of an invoice, a UUID of
 * our own, its sender, and AEAT as its receiver.
 */
export const MESSAGE_RECEIVER = {
  nif: 'Q2826000H',
  name: 'Agencia Estatal de Administración Tributaria',
} as const;

/**
 * W11: BT-ES-5 stands in ServiceProviderParty/ServiceTypeCode, because UBL 2.5 lacks the path that
 * the Orden prints.
 */
export const THIRD_PARTY_KIND = 'FacturaciónPorTercero';

/** W12: the value of a property without a cadastral reference, which BT-161 requires. */
export const NO_CADASTRAL_REFERENCE = '-';

/** W13: each suplido that is stated is a line of BG-34; else their sum is one. */
export const IS_EACH_SUPLIDO_STATED: boolean = true;

/** W14: the rate of the margin regimes (categories D and F), whose tax is not shown. */
export const MARGIN_RATE = '0';

/** W15: FinancingArrangement has no value: its presence says yes. Else the text of its description. */
export const FINANCING_TEXT: string | undefined = undefined;

/** W16: the most decimals of a price. One with more is stated for a larger base quantity (BT-149). */
const MOST_PRICE_DECIMALS = 4;
const LEAST_BASE_DIGITS = 2;

/**
 * Returns a price with the decimals that W16 allows, and the quantity that it is for if that is not
 * one. The smallest such quantity is 100.
 */
export function statePrice(price: string): { readonly price: string; readonly per?: string } {
  const decimals = price.split('.')[1]?.length ?? 0;
  if (decimals <= MOST_PRICE_DECIMALS) return { price };
  const digits = Math.max(LEAST_BASE_DIGITS, decimals - MOST_PRICE_DECIMALS);
  const scaled = scaleDecimal(price, decimals) * 10n ** BigInt(digits);
  return { price: formatDecimal(scaled, decimals, 0), per: `1${'0'.repeat(digits)}` };
}

/**
 * W18: the key of regimes that L3 lacks: its 01 takes in what no other key names. Null refuses them.
 */
export const KEY_OF_OTHER_REGIMES: string | null = '01';

/** Writes a numeric code of two digits by W2. */
export function writeCode(code: string): string {
  return code.replace(/^0+/, '').padStart(CODE_DIGITS, '0');
}
