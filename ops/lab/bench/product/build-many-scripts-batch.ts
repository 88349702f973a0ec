import { buildLongTextsBatch } from './build-long-texts-batch.ts';

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

function write(length: number, from: number): string {
  const words = Array.from(
    { length: Math.ceil(length / 4) },
    (_, index) => WORDS[(from + index) % WORDS.length],
  );
  return words.join(' ').slice(0, length).trim();
}

/** The body of a request with invoices of three lines that are just not long enough to be printed apart, about 25 kB each. */
export function buildManyScriptsBatch(count: number, series: string): Buffer {
  return buildLongTextsBatch(count, series, (index) =>
    Array.from({ length: LINES }, (_line, line) => ({
      concept: write(1000, index + line),
      notes: write(1900, index + line),
    })),
  );
}
