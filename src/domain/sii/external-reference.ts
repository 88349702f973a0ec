/** Writes RefExterna of a version of an entry, which AEAT echoes and shows in its book. */
export function writeSiiReference(issuedInvoiceId: number, version: number): string {
  return `${issuedInvoiceId}-${version}`;
}

/** Returns whether a RefExterna is that of some version of the entry of an invoice. */
export function isOwnReference(reference: string | null, issuedInvoiceId: number): boolean {
  return (
    reference !== null && /^\d{1,16}-\d{1,10}$/.test(reference) && reference.startsWith(`${issuedInvoiceId}-`)
  );
}
