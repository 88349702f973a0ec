import type { InvoiceInput, InvoiceLineInput } from '../../../src/contracts/invoice-input.ts';

/**
 * Builds the invoices of a batch, numbered like `D2026-0007`. The name of an invoice describes it
 * and becomes its `external_invoice_id`.
 */
export function buildSeries(
  series: string,
  today: string,
  invoices: Readonly<Record<string, InvoiceInput>>,
): InvoiceInput[] {
  return Object.entries(invoices).map(([name, members], index) => ({
    external_invoice_id: name,
    number_serie: `${series}${today.slice(0, 4)}-${String(index + 1).padStart(4, '0')}`,
    operation_date: today,
    operation_type: 'domestic_operations_deductible_vat',
    payment_method: 'bank_transfer',
    ...members,
  }));
}

/**
 * Builds a line. `more` contains the tax; the default is VAT of 21 per cent in the general regime.
 */
export function buildLine(
  concept: string,
  units: number,
  price: number,
  more: Partial<InvoiceLineInput> = { tax_rate: 21 },
): InvoiceLineInput {
  return { concept, units, unit_price: price, tax_type: 'iva', ...more };
}

/** Returns the date some days later, as `YYYY-MM-DD`. */
export function addDays(date: string, days: number): string {
  const time = Date.parse(`${date}T00:00:00Z`) + days * 86_400_000;
  return new Date(time).toISOString().slice(0, 10);
}
