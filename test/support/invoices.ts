import type { CreateBatchBody, InvoiceInput } from '../../src/contracts/invoice-input.ts';

/** A date that is never in the future and never before VeriFactu began. */
const ISSUE_DATE = '2026-11-20';

/** A valid invoice of 121.00 € to a Spanish company. */
export function buildInvoice(changes: InvoiceInput = {}): InvoiceInput {
  return {
    external_invoice_id: 'ext-1',
    issuer_nif: 'B12345674',
    number_serie: 'F-1',
    operation_date: ISSUE_DATE,
    recipient_legal_name: 'Cliente de Prueba SL',
    recipient_document_type: 'nif',
    recipient_document_number: 'A12345674',
    recipient_billing_address: 'Calle Mayor 1',
    recipient_billing_postal_code: '28013',
    recipient_billing_city: 'Madrid',
    lines: [{ concept: 'Servicio', units: 1, unit_price: 100, tax_rate: 21 }],
    ...changes,
  };
}

/** Returns a body of `count` valid invoices, numbered `<series>-1` and so on. */
export function buildBatchBody(
  count: number,
  series = 'F',
  changes: (index: number) => InvoiceInput = () => ({}),
): CreateBatchBody {
  const invoices = Array.from({ length: count }, (_, index) =>
    buildInvoice({
      external_invoice_id: `${series}-ext-${index}`,
      number_serie: `${series}-${index + 1}`,
      ...changes(index),
    }),
  );
  return { invoice_batch: { external_batch_id: series, invoices } };
}
