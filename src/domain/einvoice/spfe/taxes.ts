import type { TaxRegime } from '../../../contracts/codes.ts';
import type { InvoiceDocument, TaxGroup } from '../../../contracts/invoice-document.ts';
import { formatMessage } from '../../../contracts/messages/format-message.ts';
import { divideByKind } from '../../mentions/fiscal-key.ts';
import { formatCents, readCents } from '../../money/decimals.ts';
import { isTaxedOnMargin, type TaxWithRegimes } from '../../tax/regime-rules.ts';
import { nameTax, type TaxKey } from '../lines.ts';
import { NotExpressible } from '../refusal.ts';
import { treatTax } from '../tax-treatment.ts';
import { IS_NOT_SUBJECT_BESIDE_OTHERS, KEY_OF_OTHER_REGIMES, MARGIN_RATE, writeCode } from './switches.ts';
import type { Exemption, ItemProperty, SpfeBreakdown, SpfeCategory, SpfeTax } from './terms.ts';

/* How operations are taxed in the terms of Annex I: lists L3 (regimes) and L4 (categories). */

/** How the operations of a tax group are taxed. */
export type SpfeTreatment = {
  readonly tax: SpfeTax;
  readonly exemption: Exemption;
  readonly regime: ItemProperty;
};

/** BT-ES-24 of each tax that has regimes. */
const QUALIFIERS: Readonly<Record<TaxWithRegimes, string>> = { iva: 'IVA', igic: 'IGIC', psi: 'IPSI' };

const own = (keys: string): Partial<Record<TaxRegime, string>> =>
  Object.fromEntries(keys.split(' ').map((key) => [key, key]));
const spread = (regimes: readonly TaxRegime[]): Partial<Record<TaxRegime, string>> =>
  KEY_OF_OTHER_REGIMES === null
    ? {}
    : Object.fromEntries(regimes.map((regime) => [regime, KEY_OF_OTHER_REGIMES]));

/** The regimes that list L3 lacks, but which are operations of the issuer (W18). */
const OTHER_REGIMES: Readonly<Record<TaxWithRegimes, readonly TaxRegime[]>> = {
  iva: ['18', '19', '20'],
  igic: ['21'],
  psi: ['18'],
};

/**
 * The keys of list L3 of the regimes of each tax. Others cannot be stated: collection for others
 * (10) and the one-stop shop (17) of the IVA are no operations of the general regime.
 */
const KEYS: Readonly<Record<TaxWithRegimes, Partial<Record<TaxRegime, string>>>> = {
  iva: { ...own('01 02 03 04 05 06 07 08 09 11 14 15'), ...spread(OTHER_REGIMES.iva) },
  igic: {
    ...own('01 02 03 04 05 06 07 08 09 11 14 15 17 18 19'),
    // Operations that are subject to the IPSI: another of the three taxes.
    '20': '08',
    ...spread(OTHER_REGIMES.igic),
  },
  psi: { ...own('01 08 11 19 20'), ...spread(OTHER_REGIMES.psi) },
};

/** Returns whether the key 01 is assumed for a regime, because list L3 has none for it (W18). */
export function isKeyAssumed({ taxType, regime }: Pick<TaxGroup, 'taxType' | 'regime'>): boolean {
  if (taxType === 'oss' || taxType === 'others' || regime === null) return false;
  return OTHER_REGIMES[taxType].includes(regime);
}

/** Returns the REGI of an operation. @throws NotExpressible if list L3 lacks its regime. */
function nameRegime({ taxType, regime }: Pick<TaxGroup, 'taxType' | 'regime'>): ItemProperty {
  const key =
    taxType === 'oss' || taxType === 'others' || regime === null ? undefined : KEYS[taxType][regime];
  if (key === undefined) {
    const says =
      regime === null
        ? formatMessage('spfe_no_regimes', { tax: taxType })
        : formatMessage('spfe_no_regime', { tax: taxType, regime });
    throw new NotExpressible('SPFE L3', says, 'lines');
  }
  return { name: 'REGI', value: writeCode(key), qualifier: QUALIFIERS[taxType as TaxWithRegimes] };
}

/**
 * Returns how each tax group of a document is taxed, by the text that `nameTax` gives of it and of
 * its lines, allowances and charges.
 * @throws NotExpressible with the list that lacks its tax, regime or category.
 */
export function treatGroups({
  groups,
  lines,
  recipient,
}: InvoiceDocument): ReadonlyMap<string, SpfeTreatment> {
  const treatments = new Map<string, SpfeTreatment>();
  for (const group of groups) {
    const regime = nameRegime(group);
    const kinds = divideByKind(group, lines).map((key) => treatTax(key, recipient));
    const { tax, vatex } = kinds[0]!;
    const reasons = new Set(kinds.flatMap(({ reason }) => reason ?? []));
    const category = chooseCategory(group, tax.category);
    // The goods of regime 03 have a mention each, and no code is the right one for all.
    const code = category === 'F' ? undefined : vatex;
    treatments.set(nameTax(group), {
      tax: { category, ...(category !== 'O' && { rate: chooseRate(group, category) }) },
      exemption: {
        ...(reasons.size > 0 && { 'BT-120': [...reasons].join(' ') }),
        ...(code !== undefined && { 'BT-121': code }),
      },
      regime,
    });
  }
  return treatments;
}

/**
 * Checks that lists L3 and L4 have the regime and the category of a tax group, and builds neither.
 * @throws NotExpressible with the list that lacks it.
 */
export function checkGroup(group: TaxGroup, recipient: InvoiceDocument['recipient']): void {
  nameRegime(group);
  if (group.operationKey !== 'S1') chooseCategory(group, treatTax(group, recipient).tax.category);
}

/** Returns how a line, an allowance or a charge is taxed. */
export function treatmentOf(treatments: ReadonlyMap<string, SpfeTreatment>, part: TaxKey): SpfeTreatment {
  return treatments.get(nameTax(part))!;
}

/** @param ofEn the category of EN 16931 of 2017. */
function chooseCategory(
  { taxType, regime, operationKey, rate }: TaxGroup,
  ofEn: ReturnType<typeof treatTax>['tax']['category'],
): SpfeCategory {
  if (operationKey === 'S1') {
    if (isTaxedOnMargin({ taxType, regime })) return regime === '05' ? 'D' : 'F';
    if (regime === '06') return 'N';
    if (taxType === 'iva') return /[1-9]/.test(rate ?? '0') ? 'S' : 'Z';
  }
  if (ofEn === 'K') {
    throw new NotExpressible('SPFE L4', formatMessage('spfe_within_union'), 'lines');
  }
  return ofEn;
}

/** The rate without the recargo de equivalencia, which has a breakdown of its own. */
function chooseRate({ rate }: TaxGroup, category: SpfeCategory): string {
  if (category === 'D' || category === 'F') return MARGIN_RATE;
  return category === 'S' || category === 'L' || category === 'M' || category === 'N' ? (rate ?? '0') : '0';
}

/**
 * Builds BG-23: one for each category, rate and reason, and one for each rate of the recargo de
 * equivalencia (category N), with the base of its tax. Regime 06 states the base at cost.
 * @throws NotExpressible if W7 forbids its categories.
 */
export function buildSpfeBreakdown(
  { groups }: InvoiceDocument,
  treatments: ReadonlyMap<string, SpfeTreatment>,
): SpfeBreakdown[] {
  const sums = new Map<
    string,
    { base: bigint; charged: bigint; readonly of: Omit<SpfeBreakdown, 'BT-116' | 'BT-117'> }
  >();
  const add = (of: Omit<SpfeBreakdown, 'BT-116' | 'BT-117'>, base: bigint, charged: bigint) => {
    const key = JSON.stringify([of.tax.category, of.tax.rate, of['BT-121'], of['BT-120']]);
    const sum = sums.get(key) ?? { base: 0n, charged: 0n, of };
    sum.base += base;
    sum.charged += charged;
    sums.set(key, sum);
  };
  for (const group of groups) {
    const { tax, exemption } = treatmentOf(treatments, group);
    const { base, charged } = readCharge(group, tax.category);
    // The breakdown has a rate for what is not subject, too (BT-119, 1..1).
    add({ tax: { ...tax, rate: tax.rate ?? '0' }, ...exemption }, base, charged);
    if (group.surcharge !== undefined && group.surchargeRate !== undefined)
      add({ tax: { category: 'N', rate: group.surchargeRate } }, base, readCents(group.surcharge));
  }
  const isMixed = sums.size > 1 && [...sums.values()].some(({ of }) => of.tax.category === 'O');
  if (isMixed && !IS_NOT_SUBJECT_BESIDE_OTHERS)
    throw new NotExpressible('BR-O-11', formatMessage('not_subject_beside_others'), 'lines');
  return [...sums.values()].map(({ base, charged, of }) => ({
    'BT-116': formatCents(base),
    'BT-117': formatCents(charged),
    ...of,
  }));
}

/** In cents. The tax on a margin is part of the amount, because it may not be shown. */
function readCharge(
  { base, tax, price, costBase }: TaxGroup,
  category: SpfeCategory,
): { readonly base: bigint; readonly charged: bigint } {
  if (category === 'D' || category === 'F')
    return { base: price === undefined ? readCents(base) + readCents(tax) : readCents(price), charged: 0n };
  return { base: readCents(category === 'N' ? (costBase ?? base) : base), charged: readCents(tax) };
}
