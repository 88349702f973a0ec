import { BrowserGoneError } from './browser/render-browser.ts';
import { RenderTimeoutError } from './browser/work-guard.ts';

/** Maximum number of remembered invoices. Beyond it the set is cleared and filled again. */
const MAX_REMEMBERED = 10_000;

/** Remembers an invoice that timed out in a browser pool although its weight was small enough. */
export function remember(tooSlow: Set<number>, issuedInvoiceId: number): void {
  if (tooSlow.size >= MAX_REMEMBERED) tooSlow.clear();
  tooSlow.add(issuedInvoiceId);
}

/**
 * Returns whether the render batch exceeded the capacity of its browser: it timed out or ended the
 * browser twice.
 */
export function isTooMuch(error: Error): boolean {
  return error instanceof RenderTimeoutError || error instanceof BrowserGoneError;
}
