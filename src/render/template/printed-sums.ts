import type { InvoiceDocument, TaxGroup } from '../../contracts/invoice-document.ts';
import { formatCents, scaleDecimal } from '../../domain/money/decimals.ts';
import { isTaxedOnMargin } from '../../domain/tax/regime-rules.ts';
import { isForeignVat, type FiscalKey } from '../../domain/mentions/fiscal-key.ts';

/**
 * The sums of an invoice as printed. Amounts are decimal strings in the currency of the invoice.
 * The bases are separated according to RD 1619/2012, art. 6.2: only an amount that is subject to a
 * tax and not exempt from it is a "base imponible".
 */
export type PrintedSums = {
  /** The rows of the tax table: all groups except those that are taxed on the margin. */
  readonly groups: readonly TaxGroup[];
  /**
   * The operations that are subject and not exempt, here or in another member state; null where
   * there are none. `tax` and `surcharge` are null where none is charged here.
   */
  readonly taxable: {
    readonly base: string;
    readonly tax: string | null;
    readonly surcharge: string | null;
  } | null;
  /** The amount of the exempt operations; null where there are none. */
  readonly exempt: string | null;
  /** The amount of the operations that are not subject; null where there are none. */
  readonly notSubject: string | null;
  /**
   * Amounts with included tax by regime and exemption, regardless of rate. Empty when a single
   * amount would equal the total.
   */
  readonly included: readonly { readonly key: FiscalKey; readonly amount: string }[];
  /**
   * The tax and the surcharge in euros, of an invoice in another currency; without the tax on
   * margins, which is not shown.
   */
  readonly euros: { readonly tax: string | null; readonly surcharge: string | null };
};

/**
 * Sums an invoice. The taxable base, tax, surcharge, exempt, not subject and included amounts add
 * up to its total.
 */
export function sumUp({ groups: all }: InvoiceDocument): PrintedSums {
  const { onMargin = [], apart: groups = [] } = Object.groupBy(all, (group) =>
    isTaxedOnMargin(group) ? 'onMargin' : 'apart',
  );
  const { taxable = [], exempt = [], notSubject = [] } = Object.groupBy(groups, nameSum);
  const included = [
    ...Map.groupBy(onMargin, ({ taxType, regime, exemptionCode }) => `${taxType} ${regime} ${exemptionCode}`),
  ];
  const base = addAmounts(taxable, (group) => group.base);
  const here = taxable.filter((group) => !isForeignVat(group));
  const surcharged = taxable.filter(({ surcharge }) => surcharge !== undefined);
  const inEuros = here.filter(({ euro }) => euro !== undefined);
  return {
    groups,
    taxable:
      base === null
        ? null
        : {
            base,
            tax: addAmounts(here, ({ tax }) => tax),
            surcharge: addAmounts(surcharged, ({ surcharge }) => surcharge ?? '0'),
          },
    exempt: addAmounts(exempt, (group) => group.base),
    notSubject: addAmounts(notSubject, (group) => group.base),
    included:
      groups.length === 0 && included.length === 1
        ? []
        : included.map(([, same]) => ({ key: same[0]!, amount: addUp(same.flatMap(listIncluded)) })),
    euros: {
      tax: addAmounts(inEuros, ({ euro }) => euro?.tax ?? '0'),
      surcharge: addAmounts(
        inEuros.filter(({ euro }) => euro?.surcharge !== undefined),
        ({ euro }) => euro?.surcharge ?? '0',
      ),
    },
  };
}

/** Adds an amount of each group. Returns null when there are none. */
function addAmounts(groups: readonly TaxGroup[], read: (group: TaxGroup) => string): string | null {
  return groups.length === 0 ? null : addUp(groups.map(read));
}

/**
 * Lists the parts of an amount that includes its tax: the price, or base and tax when the margin
 * was not stated.
 */
function listIncluded({ price, base, tax }: TaxGroup): string[] {
  return price === undefined ? [base, tax] : [price];
}

function nameSum(group: TaxGroup): 'taxable' | 'exempt' | 'notSubject' {
  if (isForeignVat(group)) return 'taxable';
  if (group.exemptionCode !== null) return 'exempt';
  return group.operationKey === 'N1' || group.operationKey === 'N2' ? 'notSubject' : 'taxable';
}

/** Adds amounts of two decimals. */
function addUp(amounts: readonly string[]): string {
  return formatCents(amounts.reduce((sum, amount) => sum + scaleDecimal(amount, 2), 0n));
}
