import type { WarningCode } from '../../../contracts/codes.ts';
import type { InvoiceDocument } from '../../../contracts/invoice-document.ts';
import { formatMessage } from '../../../contracts/messages/format-message.ts';
import { Findings, type Warning } from '../../reading/findings.ts';
import { NEAR_BYTES } from './size.ts';
import { KEY_OF_OTHER_REGIMES } from './switches.ts';
import { isKeyAssumed } from './taxes.ts';

/** The regime of the lease of premises. */
const LEASE = '11';
/** The concept of list L5 for withholdings that have none of their own. */
const OTHER_CONCEPT = '11';
/** The most decimals of an exchange rate that the engine takes for certain. */
const MOST_RATE_DECIMALS = 6;

/**
 * Warns of what a file for the SPFE leaves out, assumes or might have refused.
 * @param bytes of the file; null if they are far below the limit.
 */
export function warnOfDoubts(document: InvoiceDocument, bytes: number | null): Warning[] {
  const warnings = new Findings<WarningCode>();
  warnOfPayment(document, warnings);
  const decimals = document.exchangeRate?.split('.')[1]?.length ?? 0;
  if (decimals > MOST_RATE_DECIMALS) {
    const says = formatMessage('spfe_exchange_rate_decimals', { most: MOST_RATE_DECIMALS });
    warnings.report('exchange_rate', 'spfe_exchange_rate_decimals', says);
  }
  if (bytes !== null && bytes >= NEAR_BYTES)
    warnings.report('lines', 'spfe_size_near_limit', formatMessage('spfe_size_near_limit', { bytes }));
  for (const [place, line] of document.lines.entries()) {
    const { regime, property, withholdingConcept } = line;
    const report = warnings.reportOnLine(place);
    if (regime === LEASE && property === undefined)
      report('property', 'spfe_property_missing', formatMessage('spfe_without_property'));
    if (isKeyAssumed(line)) {
      const says = { regime, key: KEY_OF_OTHER_REGIMES };
      report('tax_regime', 'spfe_regime_assumed', formatMessage('spfe_regime_assumed', says));
    }
    if (withholdingConcept === OTHER_CONCEPT)
      report('withholding_concept', 'spfe_other_withholding', formatMessage('spfe_other_withholding'));
  }
  return warnings.list();
}

function warnOfPayment(
  { paid, payment, totals }: Pick<InvoiceDocument, 'paid' | 'payment' | 'totals'>,
  warnings: Findings<WarningCode>,
): void {
  if (paid === true && payment?.paidOn === undefined)
    warnings.report('payment', 'spfe_payment_day_missing', formatMessage('spfe_without_payment_day'));
  if (totals.prepaid !== undefined)
    warnings.report('prepaid_amount', 'spfe_prepaid_amount', formatMessage('spfe_prepaid_amount'));
}
