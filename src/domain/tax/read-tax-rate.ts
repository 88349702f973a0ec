import type { Report } from '../reading/findings.ts';
import { readPercentage } from '../reading/read-number.ts';
import type { Operation } from './classify-operation.ts';
import { vatRatesOn } from './vat-rates.ts';

/** Lease of business premises: AEAT 1206. */
const LEASE_REGIME = '11';
const LEASE_RATES: readonly number[] = [21];

/**
 * Reads the rate of a line against what its operation allows.
 * @param operationDate `YYYY-MM-DD`: which rates the IVA had.
 * @returns hundredths of a per cent, 0 where nothing is charged; null when it is refused.
 */
export function readTaxRate(
  value: number | null | undefined,
  operation: Operation,
  { operationDate, isInexact, report }: { operationDate: string; isInexact: boolean; report: Report },
): bigint | null {
  const rate = readPercentage(value, 'tax rate', { isInexact, report });
  if (rate === null) return null;
  const problem = findProblem(value ?? null, operation, operationDate);
  if (problem === null) return rate;
  report(problem);
  return null;
}

function findProblem(value: number | null, operation: Operation, operationDate: string): string | null {
  if (operation.operationKey !== 'S1') {
    // AEAT 1198 (S2), 1237 (N1, N2), 1238 (exempt).
    return value === null || value === 0 ? null : `tax rate must be absent or 0 with ${describe(operation)}`;
  }
  // AEAT 1208: 0 is a rate, nothing is not.
  if (value === null) return "tax rate can't be blank";
  if (operation.taxType !== 'iva') return null;
  const rates = operation.regime === LEASE_REGIME ? LEASE_RATES : vatRatesOn(operationDate);
  if (rates.includes(value)) return null;
  const suffix = operation.regime === LEASE_REGIME ? ` with tax regime ${LEASE_REGIME}` : '';
  return `tax rate must be ${rates.length === 1 ? '' : 'one of '}${rates.join(', ')}${suffix}`;
}

function describe({ regime, operationKey, exemptionCode }: Operation): string {
  if (exemptionCode !== null) return `tax exemption code ${exemptionCode}`;
  return regime === '01' ? `tax operation key ${operationKey}` : `tax regime ${regime}`;
}
