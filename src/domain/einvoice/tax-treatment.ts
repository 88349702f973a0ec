import type {
  SecondHandKind,
  TaxExemptionCode,
  TaxOperationKey,
  TaxRegime,
  TaxType,
} from '../../contracts/codes.ts';
import type { InvoiceDocument, TaxGroup } from '../../contracts/invoice-document.ts';
import { describeUntaxed, isReverseChargedAbroad } from '../mentions/choose-mentions.ts';
import { findRegimeText, isForeignVat, secondHandKindOf, type FiscalKey } from '../mentions/fiscal-key.ts';
import { LEGAL_MENTIONS } from '../mentions/legal-mentions.ts';
import { formatDecimal, scaleDecimal } from '../money/decimals.ts';
import { isTaxedOnMargin } from '../tax/regime-rules.ts';
import { NotExpressible } from './refusal.ts';
import type { CategoryAndRate, VatCategory } from './terms.ts';
import { formatMessage } from '../../contracts/messages/format-message.ts';

/**
 * The category of an operation key or an exemption, and the VATEX code of its reason where the law
 * determines one.
 */
type Treatment = { readonly category: VatCategory; readonly vatex?: string };

/**
 * Exempt. The exemptions of the LIVA do not say which article of the directive they apply, so they
 * have no VATEX code.
 */
const EXEMPT: Treatment = { category: 'E' };
const NOT_SUBJECT: Treatment = { category: 'O', vatex: 'VATEX-EU-O' };
/** Reverse charge of a tax other than VAT, to which the code of the directive does not apply. */
const REVERSED: Treatment = { category: 'AE' };
const REVERSED_VAT: Treatment = { category: 'AE', vatex: 'VATEX-EU-AE' };
const ALL_EXEMPT: Readonly<Record<TaxExemptionCode, Treatment>> = {
  E1: EXEMPT,
  E2: EXEMPT,
  E3: EXEMPT,
  E4: EXEMPT,
  E5: EXEMPT,
  E6: EXEMPT,
  E7: EXEMPT,
  E8: EXEMPT,
};
const OF_KEYS = { S2: REVERSED, N1: NOT_SUBJECT, N2: NOT_SUBJECT };

/**
 * The category of each operation key and exemption of each tax (EN 16931 BT-118, BT-151). A code
 * that is added to the API must be added here. Exports and intra-Community supplies of the IGIC and
 * the IPSI are exempt (E), because G and K require a VAT identifier.
 */
const TREATMENTS: Readonly<Record<TaxType, Readonly<Record<TaxOperationKey | TaxExemptionCode, Treatment>>>> =
  {
    iva: {
      ...ALL_EXEMPT,
      S1: { category: 'S' },
      S2: REVERSED_VAT,
      N1: NOT_SUBJECT,
      N2: NOT_SUBJECT,
      E2: { category: 'G', vatex: 'VATEX-EU-G' },
      E5: { category: 'K', vatex: 'VATEX-EU-IC' },
    },
    igic: { ...ALL_EXEMPT, ...OF_KEYS, S1: { category: 'L' } },
    psi: { ...ALL_EXEMPT, ...OF_KEYS, S1: { category: 'M' } },
    others: { ...ALL_EXEMPT, ...OF_KEYS, S1: NOT_SUBJECT },
    oss: { ...ALL_EXEMPT, ...OF_KEYS, S1: { category: 'S' } },
  };

/** What a regime changes: `margin` is exempt with the VATEX code, if there is one. */
type RegimeEffect = {
  readonly isDueOnPayment?: true;
  readonly isDeferred?: true;
  readonly marginVatex?: string;
};

/**
 * What each regime changes. The margin of travel agencies has `VATEX-EU-D`; that of regime 03 has
 * the code of what is sold.
 */
const REGIMES: Readonly<Record<TaxRegime, RegimeEffect>> = {
  '01': {},
  '02': {},
  '03': {},
  '04': {},
  '05': { marginVatex: 'VATEX-EU-D' },
  '06': {},
  '07': { isDueOnPayment: true },
  '08': {},
  '09': {},
  '10': {},
  '11': {},
  '14': { isDeferred: true },
  '15': { isDeferred: true },
  '17': {},
  '18': {},
  '19': {},
  '20': {},
  '21': {},
};

/**
 * The VATEX codes of the margin of used goods, of works of art, and of antiques and collectors'
 * items.
 */
const SECOND_HAND_VATEX: Readonly<Record<SecondHandKind, string>> = {
  used_goods: 'VATEX-EU-F',
  art: 'VATEX-EU-I',
  collectors_items: 'VATEX-EU-J',
};

/** How an operation is taxed, in terms of EN 16931. */
export type TaxTreatment = {
  readonly tax: CategoryAndRate;
  /** BT-120. */
  readonly reason?: string;
  /** BT-121. */
  readonly vatex?: string;
};

type Key = FiscalKey & Pick<TaxGroup, 'surchargeRate'>;

/**
 * Returns whether the tax of an operation is due when the invoice is paid: the regime of the cash
 * criterion (LIVA art. 163 terdecies).
 */
export function isDueOnPayment({ regime }: FiscalKey): boolean {
  return regime !== null && REGIMES[regime].isDueOnPayment === true;
}

/**
 * Returns whether the operation date of an invoice is the later day on which its tax falls due:
 * regimes 14 and 15 (LIVA art. 75.Uno.2.º bis and 7.º).
 */
export function isTaxDeferred({ groups }: Pick<InvoiceDocument, 'groups'>): boolean {
  return groups.some(({ regime }) => regime !== null && REGIMES[regime].isDeferred === true);
}

/**
 * Returns how an operation is taxed.
 * @throws NotExpressible if another tax is charged, which has no category.
 */
export function treatTax(key: Key, recipient: InvoiceDocument['recipient']): TaxTreatment {
  const operation = key.exemptionCode ?? key.operationKey ?? 'S1';
  if (isForeignVat(key)) return { tax: { category: 'S', rate: key.foreignRate! } };
  if (operation === 'S1' && isTaxedOnMargin(key)) return treatMargin(key);
  const treatment = isReverseChargedAbroad(key, recipient)
    ? REVERSED_VAT
    : TREATMENTS[key.taxType][operation];
  const { category, vatex } = treatment;
  if (key.taxType === 'others') return treatOther(key);
  if (category === 'S' || category === 'L' || category === 'M') {
    const rate = addRates(key);
    return { tax: { category: category === 'S' && rate === '0' ? 'Z' : category, rate } };
  }
  return {
    tax: category === 'O' ? { category } : { category, rate: '0' },
    reason: describeUntaxed(key, recipient) ?? LEGAL_MENTIONS.exemptionOfOthers(key.taxType),
    ...(vatex !== undefined && { vatex }),
  };
}

/**
 * The tax on a margin may not be shown (LIVA arts. 138 and 142), so the amount with its tax is
 * exempt, with the mention of the regime.
 */
function treatMargin(key: Key): TaxTreatment {
  const kind = secondHandKindOf(key);
  const vatex = kind === null ? REGIMES[key.regime!].marginVatex : SECOND_HAND_VATEX[kind];
  return {
    tax: { category: 'E', rate: '0' },
    reason: findRegimeText(key, LEGAL_MENTIONS.regimes)!,
    ...(vatex !== undefined && key.taxType === 'iva' && { vatex }),
  };
}

/** Taxes that have no category can only be expressed if nothing is charged. */
function treatOther({ rate, operationKey }: Key): TaxTreatment {
  if (operationKey === 'S1' && rate !== null && /[1-9]/.test(rate)) {
    throw new NotExpressible('BR-O-09', formatMessage('tax_not_of_en'), 'lines');
  }
  return {
    tax: { category: 'O' },
    reason: 'Operación sujeta a otros impuestos, no sujeta a IVA.',
    vatex: 'VATEX-EU-O',
  };
}

const RATE_DECIMALS = 6;

/**
 * Adds the rate of the recargo de equivalencia to the rate of the tax. EN 16931 has one rate for
 * each amount, and BR-S-08 requires that the bases of all rates add up to the lines, so the
 * surcharge cannot be a rate of its own (ops/adr/0061).
 */
function addRates({ rate, surchargeRate }: Key): string {
  const sum = [rate, surchargeRate].reduce(
    (total, each) => total + scaleDecimal(each ?? '0', RATE_DECIMALS),
    0n,
  );
  return formatDecimal(sum, RATE_DECIMALS, 0);
}
