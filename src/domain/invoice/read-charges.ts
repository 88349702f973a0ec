import type { TaxOperationKey } from '../../contracts/codes.ts';
import type { TaxGroup } from '../../contracts/invoice-document.ts';
import type { DecimalInput, LineInput } from '../../contracts/v2/invoice-input.ts';
import { vatPrefixOf } from './vat-number.ts';
import { formatDecimal } from '../money/decimals.ts';
import type { ReportOn } from '../reading/findings.ts';
import { RATE_DECIMALS, readPercentage } from '../reading/read-number.ts';
import { isBlank } from '../reading/read-text.ts';
import type { Operation } from '../tax/classify-operation.ts';
import { readTaxRate } from '../tax/read-tax-rate.ts';
import { isTaxedOnMargin } from '../tax/regime-rules.ts';
import { surchargesOf } from '../tax/surcharge-rates.ts';
import { findImpossibleRate, type StatedRate } from '../tax/tax-rates.ts';
import { formatMessage } from '../../contracts/messages/format-message.ts';
import type { Text } from '../../contracts/messages/texts.ts';

/**
 * What is charged on the amount of a line, an allowance or a charge. Rates are hundredths of a per
 * cent.
 */
export type Charges = {
  /** Rate of the Spanish tax; 0 if none is charged. */
  readonly rate: bigint;
  /** Tax rate in per cent; null if none is registered. */
  readonly registeredRate: string | null;
  /** Rate of the recargo de equivalencia; null if none is charged. */
  readonly surchargeRate: bigint | null;
  /** VAT of another member state; null if none is charged. */
  readonly foreign: { readonly country: string; readonly rate: bigint } | null;
};

/** What makes lines, allowances and charges one tax group. */
type GroupKey = Operation & Pick<Charges, 'registeredRate' | 'surchargeRate' | 'foreign'>;

/** Returns the same text for the lines, allowances and charges of one tax group. */
export function taxGroupOf(key: GroupKey): string {
  const { surchargeRate, foreign } = key;
  const common = `${key.taxType} ${key.regime} ${key.operationKey ?? key.exemptionCode} ${key.registeredRate}`;
  if (surchargeRate === null && foreign === null) return common;
  return `${common} ${surchargeRate} ${foreign?.country} ${foreign?.rate}`;
}

/** Formats what is charged beside or instead of a Spanish tax, as a document has it. */
export function formatCharges({
  surchargeRate,
  foreign,
}: Pick<Charges, 'surchargeRate' | 'foreign'>): Pick<
  TaxGroup,
  'surchargeRate' | 'taxCountry' | 'foreignRate'
> | null {
  if (surchargeRate === null && foreign === null) return null;
  return {
    ...(surchargeRate !== null && { surchargeRate: formatDecimal(surchargeRate, RATE_DECIMALS, 0) }),
    ...(foreign !== null && {
      taxCountry: foreign.country,
      foreignRate: formatDecimal(foreign.rate, RATE_DECIMALS, 0),
    }),
  };
}

type ChargeMember = 'tax_rate' | 'tax_country' | 'equivalence_surcharge_rate';
type Context = {
  readonly vatRates: readonly number[];
  readonly operationDay: string | null;
  /**
   * Whether a rate that its tax never had may be given back. `refuseNewCharge` checks that it is.
   */
  readonly isDifference: boolean;
  readonly isInexact: (member: string) => boolean;
  readonly report: ReportOn<ChargeMember>;
};

/** Reads the rates of a line, an allowance or a charge. @returns null if one is refused. */
export function readCharges(
  input: Pick<LineInput, ChargeMember>,
  operation: Operation,
  context: Context,
): Charges | null {
  const { vatRates, isInexact, report } = context;
  const rate = readTaxRate(input.tax_rate, operation, { vatRates, isInexact: isInexact('tax_rate'), report });
  const surchargeRate = readSurcharge(input, operation, rate, context);
  const country = readCountry(input.tax_country, operation, report);
  if (rate === null) return null;
  const stated = { taxType: operation.taxType, rate, country: country ?? null };
  const impossible = context.isDifference ? null : findImpossibleRate(stated);
  if (impossible !== null) report('tax_rate', impossible.code, impossible.says);
  if (surchargeRate === undefined || country === undefined || impossible !== null) return null;
  if (country !== null)
    return { rate: 0n, registeredRate: null, surchargeRate: null, foreign: { country, rate } };
  const registeredRate = hasRate(operation.operationKey) ? writeRate(input.tax_rate ?? 0, rate) : null;
  return { rate, registeredRate, surchargeRate, foreign: null };
}

/** Returns the rate that a line, an allowance or a charge states. */
export function statedRate({
  taxType,
  rate,
  foreign,
}: Pick<Operation, 'taxType'> & Pick<Charges, 'rate' | 'foreign'>): StatedRate {
  return { taxType, rate: foreign?.rate ?? rate, country: foreign?.country ?? null };
}

/**
 * Refuses a line of a rectification by differences that charges a rate which its tax never had.
 * Earlier invoices may have it, so such a line may give it back.
 * @param amount of the line in cents.
 * @returns whether it is refused.
 */
export function refuseNewCharge(
  charges: Pick<Operation, 'taxType'> & Pick<Charges, 'rate' | 'foreign'>,
  amount: bigint,
  report: ReportOn<'tax_rate'>,
): boolean {
  const impossible = amount > 0n ? findImpossibleRate(statedRate(charges)) : null;
  if (impossible === null) return false;
  const { code, says } = impossible;
  report('tax_rate', code, formatMessage('rate_given_back', { statement: says }));
  return true;
}

/** JavaScript writes the numbers that the rules accept without trailing zeros. */
function writeRate(given: DecimalInput, rate: bigint): string {
  return typeof given === 'number' ? String(given) : formatDecimal(rate, RATE_DECIMALS, 0);
}

/**
 * Returns whether a rate is registered: for operations that are subject and not exempt, 0 with
 * reverse charge (AEAT 1198, 1237, 1238).
 */
function hasRate(operationKey: TaxOperationKey | null): boolean {
  return operationKey === 'S1' || operationKey === 'S2';
}

/** @returns null if none is given; undefined if it is refused. */
function readSurcharge(
  { equivalence_surcharge_rate: value }: Pick<LineInput, 'equivalence_surcharge_rate'>,
  operation: Operation,
  rate: bigint | null,
  { operationDay, isInexact, report }: Context,
): bigint | null | undefined {
  if (value === null || value === undefined) return null;
  const member = 'equivalence_surcharge_rate';
  const surcharge = readPercentage(value, member, { isInexact: isInexact(member), report });
  if (surcharge === null || rate === null) return undefined;
  if (operation.taxType !== 'iva' || operation.operationKey !== 'S1' || isTaxedOnMargin(operation)) {
    report(member, 'not_allowed', formatMessage('surcharge_not_with_line'), 1281);
    return undefined;
  }
  const { rates, aeatCode } = surchargesOf(rate, operationDay);
  if (rates.includes(surcharge)) return surcharge;
  const surcharges = rates.map((each) => formatDecimal(each, RATE_DECIMALS, 0)).join(', ');
  report(
    member,
    'unknown_value',
    sayValid(surcharges, rates.length, formatDecimal(rate, RATE_DECIMALS, 0)),
    aeatCode,
  );
  return undefined;
}

function sayValid(surcharges: string, count: number, rate: string): Text {
  if (count === 0) return formatMessage('surcharge_not_with_rate', { rate });
  return count === 1
    ? formatMessage('surcharge_of_rate', { surcharge: surcharges, rate })
    : formatMessage('surcharge_not_one_of', { surcharges, rate });
}

/** @returns null if the tax is Spanish; undefined if it is refused. */
function readCountry(
  value: string | null | undefined,
  { taxType }: Operation,
  report: ReportOn<'tax_country'>,
): string | null | undefined {
  if (taxType !== 'oss') {
    if (isBlank(value)) return null;
    report(
      'tax_country',
      'must_be_blank',
      formatMessage('only_with_tax_type', { types: 'oss', type: taxType }),
    );
    return undefined;
  }
  if (isBlank(value)) {
    report('tax_country', 'blank', formatMessage('blank_tax_country'));
    return undefined;
  }
  // Northern Ireland counts as a member state for goods, but the one-stop shop names it XI; its
  // country code is GB.
  if (value === 'XI' || vatPrefixOf(value) !== null) return value;
  report('tax_country', 'invalid', formatMessage('not_other_member_state'));
  return undefined;
}
