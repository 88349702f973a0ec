import type { DecimalInput } from '../../contracts/v2/invoice-input.ts';
import type { Problem, ReportOn } from '../reading/findings.ts';
import { RATE_DECIMALS, readPercentage } from '../reading/read-number.ts';
import { formatDecimal } from '../money/decimals.ts';
import type { Operation } from './classify-operation.ts';
import { codeOfRate, TEMPORARY_VAT_RATES } from './tax-rates.ts';
import { formatMessage } from '../../contracts/messages/format-message.ts';
import type { Text } from '../../contracts/messages/texts.ts';

/** Lease of business premises (AEAT 1206). */
const LEASE_REGIME = '11';
const LEASE_RATE = 21;

/**
 * Reads the tax rate of a line and checks that its operation allows it.
 * @param vatRates the valid rates of IVA for the operation, in per cent.
 * @returns hundredths of a per cent, 0 if no tax is charged; null if the rate is refused.
 */
export function readTaxRate(
  value: DecimalInput | null | undefined,
  operation: Operation,
  {
    vatRates,
    isInexact,
    report,
  }: { vatRates: readonly number[]; isInexact: boolean; report: ReportOn<'tax_rate'> },
): bigint | null {
  const rate = readPercentage(value, 'tax_rate', { isInexact, report });
  if (rate === null) return null;
  const given = typeof value === 'string' ? Number(formatDecimal(rate, RATE_DECIMALS, 0)) : (value ?? null);
  const problem = findProblem(given, operation, vatRates);
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
  if (operation.taxType === 'oss')
    return value === null ? ['blank', formatMessage('blank_rate_with_oss')] : null;
  if (operation.operationKey !== 'S1') {
    if (value === null || value === 0) return null;
    return [
      'not_allowed',
      formatMessage('rate_not_zero_with', { what: describe(operation) }),
      codeOf(operation),
    ];
  }
  // A rate of 0 is valid; an absent rate is not (AEAT 1208).
  if (value === null) return ['blank', formatMessage('blank'), 1208];
  if (operation.taxType !== 'iva') return null;
  const isLease = operation.regime === LEASE_REGIME;
  const rates = isLease ? [LEASE_RATE] : vatRates;
  if (rates.includes(value)) return null;
  // A valid rate that is written as a fraction, such as 0.21.
  const meant = rates.find((rate) => rate > 0 && rate / 100 === value);
  if (isLease) {
    const required = { rate: LEASE_RATE, regime: LEASE_REGIME };
    const says =
      meant === undefined
        ? formatMessage('rate_of_regime', required)
        : formatMessage('rate_of_regime_in_percent', { ...required, meant, value });
    return ['unknown_value', says, 1206];
  }
  const says =
    meant === undefined
      ? formatMessage('not_one_of', { values: rates.join(', ') })
      : formatMessage('rate_not_one_of', { rates: rates.join(', '), meant, value });
  return ['unknown_value', says, TEMPORARY_VAT_RATES.has(value) ? codeOfRate(String(value)) : 1124];
}

function describe({ regime, operationKey, exemptionCode }: Operation): Text {
  if (exemptionCode !== null) return formatMessage('the_exemption', { code: exemptionCode });
  return regime === '01'
    ? formatMessage('the_operation_key', { key: operationKey })
    : formatMessage('the_regime', { regime });
}

/**
 * Returns AEAT's code for a rate with an exempt operation (1238), with S2 (1198), or with N1 and N2
 * (1237).
 */
function codeOf({ operationKey, exemptionCode }: Operation): number {
  if (exemptionCode !== null) return 1238;
  return operationKey === 'S2' ? 1198 : 1237;
}
