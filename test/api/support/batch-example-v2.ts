import type { InvoiceInput } from '../../../src/contracts/v2/invoice-input.ts';

const INVOICES_OF_V2: InvoiceInput[] = [
  {
    external_invoice_id: 'order-20941',
    issuer_nif: 'B12345674',
    number_serie: 'W-2026/0001',
    operation_date: '2026-11-18',
    recipients: [
      {
        name: 'Cliente Ejemplo SA',
        document_type: 'nif',
        document_number: 'A12345674',
        address: 'Calle Mayor 1',
        postal_code: '28013',
        city: 'Madrid',
      },
    ],
    prices_include_tax: true,
    total: '100.00',
    order_reference: 'P-7781',
    payment: { means: 'bank_transfer', iban: 'ES91 2100 0418 4502 0005 1332' },
    lines: [{ concept: 'Camiseta', units: 4, unit_price: '25.00', tax_rate: 21 }],
    metadata: { shop: 'madrid' },
  },
  {
    external_invoice_id: 'order-20942',
    issuer_nif: 'B12345674',
    number_serie: 'W-2026/0002',
    lines: [{ concept: 'Camiseta', units: 2, unit_price: '15.00', tax_rate: 20 }],
  },
];
/** The batch of the examples of version 2, of which the second invoice is refused. */
export const BODY_OF_V2 = {
  invoice_batch: { external_batch_id: 'shop-2026-11-20', invoices: INVOICES_OF_V2 },
};
