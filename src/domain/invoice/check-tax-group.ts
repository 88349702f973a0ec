import { formatDecimal } from '../money/decimals.ts';
import type { ReportOn } from '../reading/findings.ts';
import { RATE_DECIMALS } from '../reading/read-number.ts';
import type { Operation, TaxMember } from '../tax/classify-operation.ts';
import { isTaxedOnMargin } from '../tax/regime-rules.ts';
import { surchargesOf } from '../tax/surcharge-rates.ts';
import { type Charges, taxGroupOf } from './read-charges.ts';
import { formatMessage } from '../../contracts/messages/format-message.ts';
import type { Text } from '../../contracts/messages/texts.ts';

/** How a line, an allowance or a charge is taxed. */
type Taxed = Operation & Charges;

type Member = TaxMember | 'tax_country' | 'tax_rate' | 'equivalence_surcharge_rate';
type GroupReport = ReportOn<Member>;

/**
 * The members that make up a tax group, in the order in which they determine each other, with the
 * text of each; null if it is absent.
 */
const MEMBERS: readonly (readonly [Member, (taxed: Taxed) => string | null])[] = [
  ['tax_type', ({ taxType }) => taxType],
  ['tax_regime', ({ regime }) => regime],
  ['tax_operation_key', ({ operationKey, exemptionCode }) => operationKey ?? exemptionCode],
  ['tax_country', ({ foreign }) => foreign?.country ?? null],
  ['tax_rate', ({ foreign, rate }) => formatRate(foreign?.rate ?? rate)],
  [
    'equivalence_surcharge_rate',
    ({ surchargeRate }) => (surchargeRate === null ? null : formatRate(surchargeRate)),
  ],
];

/**
 * Checks that an allowance of the whole invoice has the tax of lines: it lowers the base of the
 * operation for which it is granted (LIVA art. 78.Tres.2.º). Reports the first member in which it
 * differs from the lines that are most like it.
 * @param groups one line of each tax group.
 * @returns whether lines have its tax.
 */
export function checkGroupOfAllowance(
  allowance: Taxed,
  groups: readonly Taxed[],
  report: GroupReport,
): boolean {
  const own = taxGroupOf(allowance);
  if (groups.some((group) => taxGroupOf(group) === own)) return true;
  let left = groups;
  for (const [member, read] of MEMBERS) {
    const given = read(allowance);
    const same = left.filter((group) => read(group) === given);
    if (same.length === 0) {
      const others = new Set(left.map(read).filter((text) => text !== null));
      const isExempt = member === 'tax_operation_key' && allowance.exemptionCode !== null;
      const place = isExempt ? 'tax_exemption_code' : member;
      report(place, 'not_allowed', describeDifference(given, [...others]));
      return false;
    }
    left = same;
  }
  throw new Error(`Allowance has the tax group ${own} of no line, but differs from none in a member of it`);
}

function describeDifference(given: string | null, others: readonly string[]): Text {
  const rule = formatMessage('rule_of_allowances');
  if (given === null) return formatMessage('blank_beside_lines', { others: others.join(', '), rule });
  if (others.length === 0) return formatMessage('not_blank_beside_lines', { rule });
  return formatMessage('differs_from_lines', { given, others: others.join(', '), rule });
}

/**
 * Checks that a charge of the whole invoice has the recargo de equivalencia if its lines have. A
 * charge may have a tax of its own, such as that of a transport at another rate, but what is
 * charged beside goods is part of their price, and so is taxed with the recargo (LIVA arts.
 * 78.Dos.1.º and 160). A service without it is possible if a line has its tax.
 * @param groups one line of each tax group.
 * @param operationDay `YYYY-MM-DD`; null if it is not known yet.
 */
export function checkSurchargeOfCharge(
  charge: Taxed,
  groups: readonly Taxed[],
  operationDay: string | null,
  report: GroupReport,
): void {
  const { taxType, operationKey, surchargeRate, rate } = charge;
  if (taxType !== 'iva' || operationKey !== 'S1' || surchargeRate !== null || isTaxedOnMargin(charge)) return;
  const surcharged = groups.filter((group) => group.surchargeRate !== null);
  const own = taxGroupOf(charge);
  if (surcharged.length === 0 || groups.some((group) => taxGroupOf(group) === own)) return;
  const ofRate = surcharged.filter((group) => group.rate === rate).map((group) => group.surchargeRate!);
  const rates = ofRate.length > 0 ? ofRate : surchargesOf(rate, operationDay).rates;
  if (rates.length === 0) return;
  const shown = [...new Set(rates)].map(formatRate).join(', ');
  const says = formatMessage('charge_without_surcharge', { rates: shown });
  report('equivalence_surcharge_rate', 'blank', says);
}

function formatRate(rate: bigint): string {
  return formatDecimal(rate, RATE_DECIMALS, 0);
}
