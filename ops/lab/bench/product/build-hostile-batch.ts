import { buildLongTextsBatch } from './build-long-texts-batch.ts';

/** What Chromium sets slowest: words without end whose letters join or kern, directions or scripts that change with every letter, and wide letters. */
const UNITS = ['بسم', 'Wm', 'אa1', '設備維護', '🇪🇸a', '設설'];
const LINES = 200;
const CHARACTERS = 1000;

/** The body of a request with invoices that hold as much text as the door lets in, and take long to render batch. */
export function buildHostileBatch(count: number, series: string): Buffer {
  return buildLongTextsBatch(count, series, (index) => {
    const unit = UNITS[index % UNITS.length]!;
    const concept = unit.repeat(CHARACTERS / Array.from(unit).length);
    return Array.from({ length: LINES }, () => ({ concept }));
  });
}
