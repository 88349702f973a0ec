import { each, leaf, parent } from '../../xml/parts.ts';
import type { Totals } from './totals.ts';
import { charges, discounts } from './write-adjustments.ts';

/** InvoiceTotalsType. */
export const TOTALS = parent<Totals>(
  'InvoiceTotals',
  leaf('TotalGrossAmount', ({ gross }) => gross),
  discounts('GeneralDiscounts'),
  charges('GeneralSurcharges'),
  leaf('TotalGeneralDiscounts', ({ totalDiscounts }) => totalDiscounts),
  leaf('TotalGeneralSurcharges', ({ totalCharges }) => totalCharges),
  leaf('TotalGrossAmountBeforeTaxes', ({ beforeTaxes }) => beforeTaxes),
  leaf('TotalTaxOutputs', ({ outputs }) => outputs),
  leaf('TotalTaxesWithheld', ({ withheld }) => withheld),
  leaf('InvoiceTotal', ({ invoice }) => invoice.total),
  parent(
    'PaymentsOnAccount',
    each(
      ({ paymentsOnAccount }) => paymentsOnAccount,
      parent<Totals['paymentsOnAccount'][number]>(
        'PaymentOnAccount',
        leaf('PaymentOnAccountDate', ({ date }) => date),
        leaf('PaymentOnAccountAmount', ({ amount }) => amount),
      ),
    ),
  ),
  parent(
    'ReimbursableExpenses',
    parent(
      'ReimbursableExpenses',
      leaf('ReimbursableExpensesAmount', ({ reimbursable }) => reimbursable),
    ),
  ),
  leaf('TotalOutstandingAmount', ({ outstanding }) => outstanding.total),
  leaf('TotalPaymentsOnAccount', ({ totalOnAccount }) => totalOnAccount),
  leaf('TotalExecutableAmount', ({ executable }) => executable.total),
  leaf('TotalReimbursableExpenses', ({ reimbursable }) => reimbursable),
);
