import { buildLongTextsBatch } from './build-long-texts-batch.ts';

/**
 * The texts that Chromium lays out slowest: endless words whose letters join or kern, direction or
 * script that changes with every letter, and wide letters.
 */
const UNITS = ['بسم', 'Wm', 'אa1', '設備維護', '🇪🇸a', '設설'];
const LINES = 200;
const CHARACTERS = 1000;

/**
 * Builds a request body with invoices that contain as much text as the API accepts and are slow to
 * render.
 */
export function buildHostileBatch(count: number, series: string): Buffer {
  return buildLongTextsBatch(count, series, (index) => {
    const unit = UNITS[index % UNITS.length]!;
    const concept = unit.repeat(CHARACTERS / Array.from(unit).length);
    return Array.from({ length: LINES }, () => ({ concept }));
  });
}
