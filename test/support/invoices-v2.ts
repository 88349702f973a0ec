import type { InvoiceInput } from '../../src/contracts/v2/invoice-input.ts';

/** A valid invoice of version 2 over 121.00 € to a Spanish company, issued today. */
export function buildInvoiceV2(changes: InvoiceInput = {}): InvoiceInput {
  return {
    external_invoice_id: 'ext-1',
    issuer_nif: 'B12345674',
    number_serie: 'V2-1',
    recipient_legal_name: 'Cliente de Prueba SL',
    recipient_document_type: 'nif',
    recipient_document_number: 'A12345674',
    recipient_billing_address: 'Calle Mayor 1',
    recipient_billing_postal_code: '28013',
    recipient_billing_city: 'Madrid',
    lines: [{ concept: 'Servicio', units: '1', unit_price: '100.00', tax_rate: 21 }],
    ...changes,
  };
}

/** Returns a body of version 2 with these invoices, numbered `<series>-1` and so on. */
export function buildBatchV2(series: string, ...invoices: readonly InvoiceInput[]) {
  return {
    invoice_batch: {
      external_batch_id: series,
      invoices: invoices.map((changes, index) =>
        buildInvoiceV2({
          external_invoice_id: `${series}-ext-${index}`,
          number_serie: `${series}-${index + 1}`,
          ...changes,
        }),
      ),
    },
  };
}
