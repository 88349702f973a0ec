import type { SettlementPeriod } from '../../contracts/registers.ts';
import type { InvoiceDocument } from '../../contracts/invoice-document.ts';
import { formatMessage } from '../../contracts/messages/format-message.ts';
import type { Findings } from '../reading/findings.ts';
import type { SiiKey } from './entry.ts';
import { findAccrualDate, periodOf } from './period.ts';
import { RULE_OF_KEYS, type Treatment } from './treatment.ts';

/*
 * The records of the invoices of a year that an issuer issued before it entered SII during that year
 * (RIVA, arts. 68 ter and 69 bis). They have one key, 16, and what books outside of SII contain: no
 * keys of regimes, no properties and no base at cost.
 */

/** ClaveRegimenEspecialOTrascendencia of invoices from before the inclusion in SII. */
export const KEY_BEFORE_INCLUSION: SiiKey = '16';

/** Returns the last day on which such a record may be sent (RIVA, art. 68 ter), `YYYY-MM-DD`. */
export function lastDayOfBacklog(enteredOn: string): string {
  return `${enteredOn.slice(0, 4)}-12-31`;
}

/** When an issuer entered SII, and the period in which it settles. */
type Inclusion = {
  /** `YYYY-MM-DD`. */
  readonly enteredOn: string;
  readonly settlementPeriod: SettlementPeriod;
};

/** Reports what a record with key 16 cannot state. */
export function checkBeforeInclusion(
  document: Pick<InvoiceDocument, 'type' | 'issueDate' | 'operationDate'>,
  treatments: readonly Treatment[],
  { enteredOn, settlementPeriod }: Inclusion,
  findings: Findings,
): void {
  if (treatments.some(({ place }) => place === 'S2')) {
    const says = formatMessage('sii_reverse_charge_before_inclusion');
    findings.report('lines', 'not_allowed', says, null, RULE_OF_KEYS);
  }
  if (treatments.some(({ key }) => key === '06'))
    findings.report('lines', 'not_allowed', formatMessage('sii_group_before_inclusion'), null, RULE_OF_KEYS);
  const { issueDate, operationDate } = document;
  const own = periodOf(findAccrualDate(document), settlementPeriod);
  const first = periodOf(enteredOn, settlementPeriod);
  const isInSii =
    own.fiscalYear === first.fiscalYear ? own.period >= first.period : own.fiscalYear > first.fiscalYear;
  if (isInSii) {
    const says = formatMessage('sii_period_of_inclusion', { period: `${own.fiscalYear}-${own.period}` });
    findings.report('operation_date', 'not_allowed', says, null, RULE_OF_KEYS);
  } else if (operationDate !== null && operationDate > issueDate) {
    const says = formatMessage('sii_later_operation_before_inclusion', { date: operationDate });
    findings.report('operation_date', 'not_allowed', says, null, 'SII, FechaOperacion');
  }
}
