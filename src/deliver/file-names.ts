/*
 * Names of files that clients can unpack on any system: ASCII letters, digits, dots, hyphens and
 * underscores. Names that Windows reserves are avoided.
 */

/**
 * Names that Windows reserves for devices, with any extension (Microsoft, "Naming Files, Paths, and
 * Namespaces").
 */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

/**
 * Returns a file name for a document of an invoice. The name is safe in a header and on every file
 * system.
 */
export function buildFileName(invoiceNumber: string, extension: string): string {
  return `${buildStem(invoiceNumber)}.${extension}`;
}

/**
 * Returns file names for the documents of several invoices in one directory. The names are unique,
 * also where upper and lower case are not distinguished. Of several equal names the first stays as
 * it is and the others get the next free numbers. The run time is proportional to the number of
 * names.
 */
export function buildFileNames(invoiceNumbers: readonly string[], extension: string): string[] {
  const stems = invoiceNumbers.map(buildStem);
  // An invoice keeps its own name: the second invoice A does not take "A-2" from the invoice A-2.
  const taken = new Set(stems.map((stem) => stem.toLowerCase()));
  const counts = new Map<string, number>();
  return stems.map((stem) => {
    const key = stem.toLowerCase();
    const count = counts.get(key);
    if (count === undefined) {
      counts.set(key, 1);
      return `${stem}.${extension}`;
    }
    let next = count + 1;
    while (taken.has(`${key}-${next}`)) next += 1;
    counts.set(key, next);
    taken.add(`${key}-${next}`);
    return `${stem}-${next}.${extension}`;
  });
}

function buildStem(invoiceNumber: string): string {
  // The extension follows, so the file name never ends with a dot or a space.
  const stem = invoiceNumber.replace(/[^A-Za-z0-9._-]+/g, '-').replace(/^[-.]+/, '') || 'invoice';
  // Windows compares the part before the first dot.
  return DEVICE.test(stem.split('.', 1)[0]!) ? `invoice-${stem}` : stem;
}
