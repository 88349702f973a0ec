import { todayInMadrid } from '../../../src/domain/verifactu/format-timestamp.ts';

/** What Chromium sets slowest: words without end whose letters join or kern, directions that change with every letter, and wide letters. */
const UNITS = ['بسم', 'Wm', 'אa1', '設備維護'];
const LINES = 200;
const CHARACTERS = 1000;

/** The body of a request with invoices that hold as much text as the door lets in, and take long to print. */
export function buildHostileBatch(count: number, series: string): Buffer {
  const operationDate = todayInMadrid(new Date());
  const invoices = Array.from({ length: count }, (_, index) => {
    const unit = UNITS[index % UNITS.length]!;
    const concept = unit.repeat(CHARACTERS / unit.length);
    return {
      external_invoice_id: `${series}-${index}`,
      issuer_nif: 'A12345674',
      number_serie: `${series}-${index}`,
      operation_date: operationDate,
      recipient_legal_name: 'Cliente',
      recipient_document_type: 'nif',
      recipient_document_number: 'B12345674',
      lines: Array.from({ length: LINES }, () => ({ concept, units: 1, unit_price: 1, tax_rate: 21 })),
    };
  });
  return Buffer.from(JSON.stringify({ invoice_batch: { external_batch_id: series, invoices } }));
}
