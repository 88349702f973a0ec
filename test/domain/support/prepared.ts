import type { InvoiceInput } from '../../../src/contracts/v2/invoice-input.ts';
import { prepareInvoice, type PreparedInvoice } from '../../../src/domain/invoice/prepare-invoice.ts';
import { TODAY } from './inputs.ts';
import { buildV2 } from './v2-cases.ts';

export const CONTEXT = { organizationName: 'Org', today: TODAY } as const;

/** Prepares an invoice of version 2 that breaks no rule. */
export function prepare(changes: InvoiceInput): PreparedInvoice {
  const prepared = prepareInvoice(buildV2(changes), CONTEXT);
  if (prepared.kind === 'refused') throw new Error(JSON.stringify(prepared.findings));
  return prepared.invoice;
}

/** Prepares an R1 by differences of the issued invoices with these ids. */
export const rectify = (ids: readonly number[], changes: InvoiceInput = {}) =>
  prepare({
    invoice_type: 'R1',
    rectification: {
      method: 'differences',
      reason: 'Devolución',
      invoices: ids.map((id) => ({ issued_invoice_id: id })),
    },
    ...changes,
  });
