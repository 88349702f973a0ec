import { todayInMadrid } from '../../../src/domain/verifactu/format-timestamp.ts';

/** A word of each of twenty scripts: every invoice needs as many fonts. */
const WORDS = [
  'Servicio',
  'υπηρεσία',
  'услуга',
  'שירות',
  'خدمة',
  'सेवा',
  'সেবা',
  'சேவை',
  'సేవ',
  'ಸೇವೆ',
  'സേവനം',
  'સેવા',
  'ਸੇਵਾ',
  'บริการ',
  'ບໍລິການ',
  'សេវា',
  'ဝန်ဆောင်မှု',
  'მომსახურება',
  'ծառայություն',
  '服務',
];
const LINES = 3;

/** The body of a request with invoices of three lines that are just not long enough to be printed apart, about 25 kB each. */
export function buildManyScriptsBatch(count: number, series: string): Buffer {
  const operationDate = todayInMadrid(new Date());
  const write = (length: number, from: number) => {
    const words = Array.from(
      { length: Math.ceil(length / 4) },
      (_, index) => WORDS[(from + index) % WORDS.length],
    );
    return words.join(' ').slice(0, length).trim();
  };
  const invoices = Array.from({ length: count }, (_, index) => ({
    external_invoice_id: `${series}-${index}`,
    issuer_nif: 'A12345674',
    number_serie: `${series}-${index}`,
    operation_date: operationDate,
    recipient_legal_name: 'Cliente',
    recipient_document_type: 'nif',
    recipient_document_number: 'B12345674',
    lines: Array.from({ length: LINES }, (_line, line) => ({
      concept: write(1000, index + line),
      notes: write(1900, index + line),
      units: 1,
      unit_price: 1,
      tax_rate: 21,
    })),
  }));
  return Buffer.from(JSON.stringify({ invoice_batch: { external_batch_id: series, invoices } }));
}
