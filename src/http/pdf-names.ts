/** A file name for the PDF of an invoice. ASCII letters, digits, dots, hyphens and underscores only: safe in a header and on every file system. */
export function buildFileName(invoiceNumber: string): string {
  return `${invoiceNumber.replace(/[^A-Za-z0-9._-]+/g, '-').replace(/^[-.]+/, '') || 'invoice'}.pdf`;
}

/** The same for several in one place, each with a name of its own: also where capital letters are not told from small ones. */
export function buildFileNames(invoiceNumbers: readonly string[]): string[] {
  const taken = new Set<string>();
  return invoiceNumbers.map((invoiceNumber) => {
    const name = buildFileName(invoiceNumber);
    let free = name;
    for (let count = 2; taken.has(free.toLowerCase()); count += 1)
      free = name.replace(/\.pdf$/, `-${count}.pdf`);
    taken.add(free.toLowerCase());
    return free;
  });
}
