import { negateDecimal } from '../../money/decimals.ts';
import { limitText } from './limit-text.ts';
import { formatMessage } from '../../../contracts/messages/format-message.ts';

/** A discount or a charge. */
export type Adjustment = { readonly reason: string; readonly rate?: string; readonly amount: string };
/** The discounts and the charges of a line or of an invoice. */
export type Adjustments = {
  readonly discounts: readonly Adjustment[];
  readonly charges: readonly Adjustment[];
};

const MAX_REASON = 2500;

/** Returns a discount or a charge unchanged. @throws NotExpressible if its reason is too long. */
export function limitReason(adjustment: Adjustment, element: 'DiscountReason' | 'ChargeReason'): Adjustment {
  limitText(adjustment.reason, element, MAX_REASON, formatMessage('the_reason_of_allowance'));
  return adjustment;
}

/** What makes a sum exact, where the price of a line has not enough decimals. */
export function buildRounding(difference: string): Adjustments {
  const isCharge = difference.startsWith('-');
  const reason = 'Redondeo';
  return isCharge
    ? { discounts: [], charges: [{ reason, amount: negateDecimal(difference) }] }
    : { discounts: [{ reason, amount: difference }], charges: [] };
}
