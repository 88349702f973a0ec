/** Invoices whose render batches took too long even apart: they are left alone for a while, so that they do not keep that browser from other long ones. */
export type RenderBackoff = {
  /** Notes a render batch that took too long. @returns until when the invoice is left alone. */
  park(issuedInvoiceId: number, now: Date): Date;
  /** Until when an invoice is left alone; null when it may be printed. */
  backoffUntil(issuedInvoiceId: number, now: Date): Date | null;
  /** Invoices that could not be printed in time, and not since. */
  readonly size: number;
  /** The invoice has its PDF. */
  release(issuedInvoiceId: number): void;
};

const FIRST_MS = 60_000;
const MAX_MS = 24 * 3600 * 1000;

/** In the memory of a worker: starting it anew tries all of them again. Each try that fails makes the next wait four times as long. */
export function createRenderBackoff(): RenderBackoff {
  const parked = new Map<number, { times: number; until: number }>();
  return {
    park(id, now) {
      const times = (parked.get(id)?.times ?? 0) + 1;
      const until = now.getTime() + Math.min(FIRST_MS * 4 ** (times - 1), MAX_MS);
      parked.set(id, { times, until });
      return new Date(until);
    },
    backoffUntil(id, now) {
      const until = parked.get(id)?.until ?? 0;
      return until > now.getTime() ? new Date(until) : null;
    },
    get size() {
      return parked.size;
    },
    release: (id) => void parked.delete(id),
  };
}
