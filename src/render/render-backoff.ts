/**
 * Invoices whose render batches timed out even in the slow browser. They are not rendered for a
 * while and do not occupy that browser.
 */
export type RenderBackoff = {
  /**
   * Records a render batch that timed out.
   * @returns the end of the backoff of the invoice.
   */
  recordTimeout(issuedInvoiceId: number, now: Date): Date;
  /** Returns the end of the backoff of an invoice, or null when it may be rendered. */
  backoffUntil(issuedInvoiceId: number, now: Date): Date | null;
  /** Number of invoices that timed out and have not been rendered since. */
  readonly size: number;
  /** Ends the backoff of an invoice that has its PDF. */
  release(issuedInvoiceId: number): void;
};

const FIRST_MS = 60_000;
const MAX_MS = 24 * 3600 * 1000;

/**
 * Creates a backoff in the memory of the worker. A restart of the worker retries all invoices. Each
 * failed attempt makes the next wait four times as long.
 */
export function createRenderBackoff(): RenderBackoff {
  const backoff = new Map<number, { times: number; until: number }>();
  return {
    recordTimeout(id, now) {
      const times = (backoff.get(id)?.times ?? 0) + 1;
      const until = now.getTime() + Math.min(FIRST_MS * 4 ** (times - 1), MAX_MS);
      backoff.set(id, { times, until });
      return new Date(until);
    },
    backoffUntil(id, now) {
      const until = backoff.get(id)?.until ?? 0;
      return until > now.getTime() ? new Date(until) : null;
    },
    get size() {
      return backoff.size;
    },
    release: (id) => void backoff.delete(id),
  };
}
