import type { InvoiceDocument, TaxGroup } from '../../contracts/invoice-document.ts';
import { formatCents, scaleDecimal } from '../../domain/money/decimals.ts';
import { isTaxedOnMargin } from '../../domain/tax/regime-rules.ts';
import type { FiscalKey } from './tax-labels.ts';

/**
 * The sums of an invoice as printed. Amounts are decimal strings in euros. The bases are separated according to RD 1619/2012, art. 6.2:
 * only an amount that is subject to a tax and not exempt from it is a "base imponible".
 */
export type PrintedSums = {
  /** The rows of the tax table: all groups except those that are taxed on the margin. */
  readonly groups: readonly TaxGroup[];
  /** Base and tax of the operations that are subject and not exempt; null where there are none. */
  readonly taxable: { readonly base: string; readonly tax: string } | null;
  /** The amount of the exempt operations; null where there are none. */
  readonly exempt: string | null;
  /** The amount of the operations that are not subject; null where there are none. */
  readonly notSubject: string | null;
  /** Amounts with included tax by regime and exemption, regardless of rate. Empty when a single amount would equal the total. */
  readonly included: readonly { readonly key: FiscalKey; readonly amount: string }[];
};

/** Sums an invoice. The taxable base, tax, exempt, not subject and included amounts add up to its total. */
export function sumUp({ groups: all }: InvoiceDocument): PrintedSums {
  const { onMargin = [], apart: groups = [] } = Object.groupBy(all, (group) =>
    isTaxedOnMargin(group) ? 'onMargin' : 'apart',
  );
  const { taxable = [], exempt = [], notSubject = [] } = Object.groupBy(groups, nameSum);
  const included = [...Map.groupBy(onMargin, ({ regime, exemptionCode }) => `${regime} ${exemptionCode}`)];
  return {
    groups,
    taxable: taxable.length === 0 ? null : { base: addUp(taxable, ['base']), tax: addUp(taxable, ['tax']) },
    exempt: exempt.length === 0 ? null : addUp(exempt, ['base']),
    notSubject: notSubject.length === 0 ? null : addUp(notSubject, ['base']),
    included:
      groups.length === 0 && included.length === 1
        ? []
        : included.map(([, same]) => ({ key: same[0]!, amount: addUp(same, ['base', 'tax']) })),
  };
}

function nameSum({ exemptionCode, operationKey }: TaxGroup): 'taxable' | 'exempt' | 'notSubject' {
  if (exemptionCode !== null) return 'exempt';
  return operationKey === 'N1' || operationKey === 'N2' ? 'notSubject' : 'taxable';
}

function addUp(groups: readonly TaxGroup[], members: readonly ('base' | 'tax')[]): string {
  const amounts = groups.flatMap((group) => members.map((member) => scaleDecimal(group[member], 2)));
  return formatCents(amounts.reduce((sum, amount) => sum + amount, 0n));
}
