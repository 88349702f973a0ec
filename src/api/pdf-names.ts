/*
 * Names of files that clients unpack on any system: ASCII letters, digits, dots, hyphens and underscores, none of which Windows reserves.
 */

/** What Windows takes for a device, whatever extension follows (Microsoft, "Naming Files, Paths, and Namespaces"). */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

/** A file name for the PDF of an invoice. Safe in a header and on every file system. */
export function buildFileName(invoiceNumber: string): string {
  return `${buildStem(invoiceNumber)}.pdf`;
}

/**
 * The same for several files in one place, each with a name of its own, also where capital letters are not told from small ones. Of those that have one
 * name the first keeps it, and the others get the next numbers that are free. Takes time in proportion to their number, whatever the numbers are.
 */
export function buildFileNames(invoiceNumbers: readonly string[]): string[] {
  const stems = invoiceNumbers.map(buildStem);
  // Whoever has a name without a number keeps it: "A-2" is not taken from the invoice A-2 by the second A.
  const taken = new Set(stems.map((stem) => stem.toLowerCase()));
  const counts = new Map<string, number>();
  return stems.map((stem) => {
    const key = stem.toLowerCase();
    const count = counts.get(key);
    if (count === undefined) {
      counts.set(key, 1);
      return `${stem}.pdf`;
    }
    let next = count + 1;
    while (taken.has(`${key}-${next}`)) next += 1;
    counts.set(key, next);
    taken.add(`${key}-${next}`);
    return `${stem}-${next}.pdf`;
  });
}

function buildStem(invoiceNumber: string): string {
  // An extension follows, so that no dot and no blank stands at the end of the name.
  const stem = invoiceNumber.replace(/[^A-Za-z0-9._-]+/g, '-').replace(/^[-.]+/, '') || 'invoice';
  // Windows looks at what stands before the first dot.
  return DEVICE.test(stem.split('.', 1)[0]!) ? `invoice-${stem}` : stem;
}
