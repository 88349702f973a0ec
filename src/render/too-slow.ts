import { BrowserGoneError } from './browser/render-browser.ts';
import { RenderTimeoutError } from './browser/work-guard.ts';

/** More are forgotten, and learnt again. */
const MAX_REMEMBERED = 10_000;

/** Remembers an invoice that took too long in a lane though it looked light enough. */
export function remember(tooSlow: Set<number>, issuedInvoiceId: number): void {
  if (tooSlow.size >= MAX_REMEMBERED) tooSlow.clear();
  tooSlow.add(issuedInvoiceId);
}

/** Whether the render batch was more than its browser could do: it took too long, or ended the browser twice. */
export function isTooMuch(error: Error): boolean {
  return error instanceof RenderTimeoutError || error instanceof BrowserGoneError;
}
