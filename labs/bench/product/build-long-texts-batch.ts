import { todayInMadrid } from '../../../src/domain/reading/madrid-time.ts';

/** The texts of one line. */
type LineTexts = { readonly concept: string; readonly notes?: string };

/**
 * Builds a request body with invoices that differ only in their texts.
 * @param writeLines returns the texts of the lines of the invoice with this index.
 */
export function buildLongTextsBatch(
  count: number,
  series: string,
  writeLines: (index: number) => readonly LineTexts[],
): Buffer {
  const operationDate = todayInMadrid(new Date());
  const invoices = Array.from({ length: count }, (_, index) => ({
    external_invoice_id: `${series}-${index}`,
    issuer_nif: 'A12345674',
    number_serie: `${series}-${index}`,
    operation_date: operationDate,
    recipient_legal_name: 'Cliente',
    recipient_document_type: 'nif',
    recipient_document_number: 'B12345674',
    lines: writeLines(index).map((texts) => ({ ...texts, units: 1, unit_price: 1, tax_rate: 21 })),
  }));
  return Buffer.from(JSON.stringify({ invoice_batch: { external_batch_id: series, invoices } }));
}
