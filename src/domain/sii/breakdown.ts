import { formatCents } from '../money/decimals.ts';
import type { Block, ExemptionCause, VatRow } from './entry.ts';
import type { Amounts } from './share-group.ts';
import type { Place, Treatment } from './treatment.ts';

/** At most this many DetalleIVA and DetalleExenta in a block (SuministroInformacion.xsd). */
export const MOST_RATES = 6;

/** A tax group, or a part of it, with its place in the block. */
export type Portion = {
  readonly treatment: Treatment;
  readonly rate: string | null;
  readonly surchargeRate: string | null;
  readonly isOnMargin: boolean;
  readonly amounts: Amounts;
};

/** A row while its portions are added, in cents. */
type Row = { rate: string; surchargeRate: string | null; base: bigint; tax: bigint; surcharge: bigint };

const ZERO = '0';
const CAUSES = ['E1', 'E2', 'E3', 'E4', 'E5', 'E6'] as const satisfies readonly ExemptionCause[];

/**
 * Builds the block of a breakdown. Portions of one rate and surcharge are one row, as are exemptions
 * of one cause.
 * @param isOnMargin whether the invoice has an operation that is taxed on a margin.
 * @returns null if there are no portions.
 */
export function buildBlock(portions: readonly Portion[], isOnMargin: boolean): Block | null {
  if (portions.length === 0) return null;
  const sums = new Map<Place, bigint>();
  for (const { treatment, amounts } of portions)
    sums.set(treatment.place, (sums.get(treatment.place) ?? 0n) + amounts.base);
  const stated = (place: Place) => {
    const sum = sums.get(place);
    return sum === undefined ? null : formatCents(sum);
  };
  return {
    exempt: CAUSES.flatMap((cause) => {
      const base = stated(cause);
      return base === null ? [] : [{ cause, base }];
    }),
    taxed: buildTaxed(portions, isOnMargin),
    otherwiseNotSubject: stated('otherwise'),
    locatedElsewhere: stated('elsewhere'),
  };
}

function buildTaxed(portions: readonly Portion[], isOnMargin: boolean): Block['taxed'] {
  const taxed = portions.filter(({ treatment }) => treatment.place === 'S1' || treatment.place === 'S2');
  if (taxed.length === 0) return null;
  const rows = addRows(taxed, isOnMargin);
  const hasReverseCharge = taxed.some(({ treatment }) => treatment.place === 'S2');
  // S3 states both; it needs a row with a rate and one without (AEAT 1272, 1273). An operation at
  // 0 % shares the row of the reverse charge.
  const isCharged = rows.some(({ rate }) => rate !== ZERO);
  const kind = !hasReverseCharge ? 'S1' : isCharged ? 'S3' : 'S2';
  return { kind, rows: rows.map(writeRow) };
}

function addRows(portions: readonly Portion[], isOnMargin: boolean): Row[] {
  const rows = new Map<string, Row>();
  for (const { rate: given, surchargeRate, treatment, amounts } of portions) {
    const rate = treatment.place === 'S2' ? ZERO : given!;
    const key = `${rate} ${surchargeRate}`;
    const row = rows.get(key) ?? { rate, surchargeRate, base: 0n, tax: 0n, surcharge: 0n };
    row.base += amounts.base;
    row.tax += amounts.tax;
    row.surcharge += amounts.surcharge;
    rows.set(key, row);
  }
  const all = [...rows.values()];
  if (!isOnMargin) return all;
  // Beside a margin, a row of 0 has neither rate nor tax (AEAT 1222, 1223).
  const [stated, empty] = [all.filter((row) => !isEmpty(row)), all.filter(isEmpty)];
  const hasZero = stated.some(({ rate, surchargeRate }) => rate === ZERO && surchargeRate === null);
  const isShown = empty.length > 0 && !hasZero;
  return isShown ? [...stated, { ...empty[0]!, rate: ZERO, surchargeRate: null }] : stated;
}

function isEmpty({ base, tax, surcharge }: Row): boolean {
  return base === 0n && tax === 0n && surcharge === 0n;
}

/** A recargo of 0 is not stated. A row without a rate has the tax 0 and not no tax (AEAT 1268, 1269). */
function writeRow({ rate, surchargeRate, base, tax, surcharge }: Row): VatRow {
  return {
    rate,
    base: formatCents(base),
    tax: rate === ZERO && tax === 0n ? ZERO : formatCents(tax),
    ...(surchargeRate !== null &&
      surchargeRate !== ZERO && { surcharge: { rate: surchargeRate, amount: formatCents(surcharge) } }),
  };
}
