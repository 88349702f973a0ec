import type { LineReport, Problem } from '../reading/findings.ts';
import { readPercentage } from '../reading/read-number.ts';
import type { Operation } from './classify-operation.ts';

/** Lease of business premises: AEAT 1206. */
const LEASE_REGIME = '11';
const LEASE_RATES: readonly number[] = [21];

/**
 * Reads the rate of a line against what its operation allows.
 * @param vatRates that the IVA has for this operation, per cent.
 * @returns hundredths of a per cent, 0 where nothing is charged; null when it is refused.
 */
export function readTaxRate(
  value: number | null | undefined,
  operation: Operation,
  { vatRates, isInexact, report }: { vatRates: readonly number[]; isInexact: boolean; report: LineReport },
): bigint | null {
  const rate = readPercentage(value, 'tax_rate', { isInexact, report });
  if (rate === null) return null;
  const problem = findProblem(value ?? null, operation, vatRates);
  if (problem === null) return rate;
  const [code, says, aeatCode] = problem;
  report('tax_rate', code, says, aeatCode);
  return null;
}

function findProblem(
  value: number | null,
  operation: Operation,
  vatRates: readonly number[],
): Problem | null {
  if (operation.operationKey !== 'S1') {
    if (value === null || value === 0) return null;
    return ['not_allowed', `must be absent or 0 with ${describe(operation)}`, codeOf(operation)];
  }
  // AEAT 1208: 0 is a rate, nothing is not.
  if (value === null) return ['blank', "can't be blank", 1208];
  if (operation.taxType !== 'iva') return null;
  const rates = operation.regime === LEASE_REGIME ? LEASE_RATES : vatRates;
  if (rates.includes(value)) return null;
  const suffix = operation.regime === LEASE_REGIME ? ` with tax regime ${LEASE_REGIME}` : '';
  const says = `must be ${rates.length === 1 ? '' : 'one of '}${rates.join(', ')}${suffix}${asPerCent(value, rates)}`;
  return ['unknown_value', says, operation.regime === LEASE_REGIME ? 1206 : 1124];
}

/** A rate that was sent as a fraction is told as what it would be per cent. */
function asPerCent(value: number, rates: readonly number[]): string {
  const meant = rates.find((rate) => rate > 0 && rate / 100 === value);
  return meant === undefined ? '' : ` (per cent: ${meant}, not ${value})`;
}

function describe({ regime, operationKey, exemptionCode }: Operation): string {
  if (exemptionCode !== null) return `tax exemption code ${exemptionCode}`;
  return regime === '01' ? `tax operation key ${operationKey}` : `tax regime ${regime}`;
}

/** AEAT's code for a rate with exempt operations, with N1 and N2, and with S2. */
function codeOf({ operationKey, exemptionCode }: Operation): number {
  if (exemptionCode !== null) return 1238;
  return operationKey === 'S2' ? 1198 : 1237;
}

const PERMANENT: readonly number[] = [0, 4, 10, 21];
/** Foods, from 1 October to 31 December 2024: AEAT 1235, 1236. */
const LATE_2024: readonly number[] = [0, 2, 4, 7.5, 10, 21];

/**
 * The IVA rates that AEAT takes for an operation on this day (AEAT 1124).
 * @param date `YYYY-MM-DD`, not before 2024-10-28 (no invoice can be registered before): the 5 % rate had ended by then.
 */
export function vatRatesOn(date: string): readonly number[] {
  return date <= '2024-12-31' ? LATE_2024 : PERMANENT;
}

/** The IVA rates of any operation that can be registered: what a rectification may have, until it is known when the rectified operation took place (LIVA art. 90.Dos). */
export const VAT_RATES_OF_ANY_DAY: readonly number[] = LATE_2024;
