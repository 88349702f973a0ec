import { scaleDecimal } from '../money/decimals.ts';
import { type Finding, sayAbout } from '../reading/findings.ts';
import { RATE_DECIMALS } from '../reading/read-number.ts';
import { codeOfRate, vatRatesOn } from '../tax/tax-rates.ts';
import { surchargesOf } from '../tax/surcharge-rates.ts';
import type { NamedOriginal, NumberedOriginal } from './originals.ts';
import type { ChargedRate, Rectifying } from './rectifying.ts';
import { formatMessage } from '../../contracts/messages/format-message.ts';

/**
 * An invoice that another one rectifies or replaces, with the day of its operation, `YYYY-MM-DD`.
 */
export type DatedOriginal = Pick<NamedOriginal, 'field' | 'label' | 'place'> & { readonly day: string };

/**
 * Returns the invoices that an invoice names, with the days of their operations, in the order of
 * their places. An invoice that is not stored here states only its issue date, which counts as the
 * day of its operation.
 * @param found the stored invoices by id; those that are absent are left out.
 */
export function listDated(
  {
    originals,
    numbered,
  }: { readonly originals: readonly NamedOriginal[]; readonly numbered: readonly NumberedOriginal[] },
  found: ReadonlyMap<number, { readonly operationDate: string }>,
): DatedOriginal[] {
  const stored = originals.flatMap(({ id, field, label, place }) => {
    const day = found.get(id)?.operationDate;
    return day === undefined ? [] : [{ field, label, place, day }];
  });
  const others = numbered.map(({ identity: { issueDate: day }, field, label, place }) => ({
    field,
    label,
    place,
    day,
  }));
  return [...stored, ...others].toSorted((one, other) => one.place - other.place);
}

/**
 * Finds the FechaOperacion of an invoice that rectifies or replaces others. A rectification keeps
 * the rates of the rectified operation (LIVA art. 90.Dos), and AEAT checks the rates on
 * FechaOperacion (1194, 1235, 1236, 1167, 1168, 1170). If other rates apply on the issue date than
 * on the days of the originals, the operation date is the day of the first original.
 * @returns the date that the invoice states, the derived one, or null if the issue date is the day
 *   of the operation as far as the rates go.
 */
export function operationDateOf(
  own: Pick<Rectifying, 'operationDate' | 'issueDate'>,
  dated: readonly DatedOriginal[],
): string | null {
  if (own.operationDate !== null) return own.operationDate;
  const [first] = dated;
  if (first === undefined) return null;
  const rates = vatRatesOn(first.day);
  const isShared = dated.every(({ day }) => vatRatesOn(day) === rates);
  return isShared && rates !== vatRatesOn(own.issueDate) ? first.day : null;
}

/**
 * Returns the original whose day does not allow a rate that the invoice charges, as a finding; null
 * if there is none.
 */
export function findRateProblem(own: Rectifying, dated: readonly DatedOriginal[]): Finding | null {
  const stated = own.operationDate;
  for (const { field, label, day: operationDay } of dated) {
    const day = stated ?? operationDay;
    const wrong = own.rates.filter((rate) => !isChargedOn(rate, day));
    const [first] = wrong;
    if (first === undefined) continue;
    const shown = wrong.map(describeRate).join(', ');
    const rates = vatRatesOn(day).join(', ');
    // Version 1 names one invoice, and has no operation date of its own.
    const says =
      stated === null && field !== 'rectified_invoice_id'
        ? formatMessage('rates_of_operation_date_unstated', { day, rates, wrong: shown })
        : formatMessage('rates_of_operation_date', { day, rates, wrong: shown });
    return { field, code: 'not_allowed', aeatCode: codeOfCharge(first, day), message: sayAbout(label, says) };
  }
  return null;
}

/** Returns whether a rate of IVA, and its surcharge, applied on a day. */
function isChargedOn({ rate, surcharge }: ChargedRate, day: string): boolean {
  if (!vatRatesOn(day).includes(Number(rate))) return false;
  return surcharge === null || surchargesOf(scale(rate), day).rates.includes(scale(surcharge));
}

/** Writes a rate with its surcharge: `5+0.62`. */
function describeRate({ rate, surcharge }: ChargedRate): string {
  return surcharge === null ? rate : `${rate}+${surcharge}`;
}

function codeOfCharge({ rate, surcharge }: ChargedRate, day: string): number {
  if (surcharge === null || !vatRatesOn(day).includes(Number(rate))) return codeOfRate(rate);
  return surchargesOf(scale(rate), day).aeatCode;
}

function scale(rate: string): bigint {
  return scaleDecimal(rate, RATE_DECIMALS);
}
