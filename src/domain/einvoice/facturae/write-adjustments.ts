import { each, leaf, parent, type Part } from '../../xml/parts.ts';
import type { Adjustment, Adjustments } from './adjustments.ts';

/**
 * DiscountsAndRebatesType or ChargesType.
 * @param kind the beginning of the names of its elements.
 */
function list(
  name: string,
  kind: 'Discount' | 'Charge',
  read: (all: Adjustments) => readonly Adjustment[],
): Part<Adjustments> {
  return parent<Adjustments>(
    name,
    each(
      read,
      parent<Adjustment>(
        kind,
        leaf(`${kind}Reason`, ({ reason }) => reason),
        leaf(`${kind}Rate`, ({ rate }) => rate),
        leaf(`${kind}Amount`, ({ amount }) => amount),
      ),
    ),
  );
}

/** The discounts of a line or of an invoice. */
export function discounts(name: string): Part<Adjustments> {
  return list(name, 'Discount', (all) => all.discounts);
}

/** The charges of a line or of an invoice. */
export function charges(name: string): Part<Adjustments> {
  return list(name, 'Charge', (all) => all.charges);
}
