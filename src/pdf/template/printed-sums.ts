import type { InvoiceDocument, TaxGroup } from '../../contracts/invoice-document.ts';
import { formatCents } from '../../domain/money/format-decimal.ts';
import { scaleDecimal } from '../../domain/money/scale-decimal.ts';
import { isTaxedOnMargin } from '../../domain/tax/margin-regimes.ts';
import type { FiscalKey } from './tax-labels.ts';

/** What the sums of an invoice are made of: bases with their taxes, and amounts that have the tax in them. */
export type PrintedSums = {
  /** Those whose base, rate and tax are told; null where there are none. */
  readonly taxed: {
    readonly groups: readonly TaxGroup[];
    readonly base: string;
    readonly tax: string;
  } | null;
  /** By regime and exemption, whatever their rates; none where one of them would be the total. */
  readonly included: readonly { readonly key: FiscalKey; readonly amount: string }[];
};

/** Sums up an invoice as its page shows it: base + tax + what is included is the total. Decimal strings, euros. */
export function sumUp({ groups, totals }: InvoiceDocument): PrintedSums {
  const { onMargin = [], apart = [] } = Object.groupBy(groups, (group) =>
    isTaxedOnMargin(group) ? 'onMargin' : 'apart',
  );
  if (onMargin.length === 0) return { taxed: { groups, base: totals.base, tax: totals.tax }, included: [] };
  const included = [...Map.groupBy(onMargin, ({ regime, exemptionCode }) => `${regime} ${exemptionCode}`)];
  return {
    taxed:
      apart.length === 0 ? null : { groups: apart, base: addUp(apart, ['base']), tax: addUp(apart, ['tax']) },
    included:
      apart.length === 0 && included.length === 1
        ? []
        : included.map(([, same]) => ({ key: same[0]!, amount: addUp(same, ['base', 'tax']) })),
  };
}

function addUp(groups: readonly TaxGroup[], members: readonly ('base' | 'tax')[]): string {
  const amounts = groups.flatMap((group) => members.map((member) => scaleDecimal(group[member], 2)));
  return formatCents(amounts.reduce((sum, amount) => sum + amount, 0n));
}
