/** Fails a test in which the engine reports a fault of its own about an invoice. */
export function failTest(_invoiceId: number, error: unknown): never {
  throw error;
}
