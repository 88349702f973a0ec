import { BrowserGoneError } from './browser/print-browser.ts';
import { PrintTimeoutError } from './browser/work-guard.ts';

/** More are forgotten, and learnt again. */
const MAX_REMEMBERED = 10_000;

/** Remembers an invoice that took too long in a lane though it looked light enough. */
export function remember(tooSlow: Set<number>, issuedInvoiceId: number): void {
  if (tooSlow.size >= MAX_REMEMBERED) tooSlow.clear();
  tooSlow.add(issuedInvoiceId);
}

/** Whether the print was more than its browser could do: it took too long, or ended the browser twice. */
export function isTooMuch(error: Error): boolean {
  return error instanceof PrintTimeoutError || error instanceof BrowserGoneError;
}
