import { buildLongTextsBatch } from './build-long-texts-batch.ts';

/** One word in each of twenty scripts, so that every invoice needs as many fonts. */
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

/**
 * Builds a request body with invoices of three lines, about 25 kB each: just short enough to be
 * rendered together with others.
 */
export function buildManyScriptsBatch(count: number, series: string): Buffer {
  return buildLongTextsBatch(count, series, (index) =>
    Array.from({ length: LINES }, (_line, line) => ({
      concept: write(1000, index + line),
      notes: write(1900, index + line),
    })),
  );
}
