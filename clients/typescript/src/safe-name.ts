/**
 * Names that Windows reserves for devices, with any extension (Microsoft, "Naming Files, Paths, and
 * Namespaces").
 */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|$)/i;
const MOST_CHARACTERS = 200;
/** The extension of a PDF, or of an electronic invoice. */
const EXTENSION = /\.(?:pdf|xml|xsig)$/i;

/**
 * Makes a file name for a PDF or an electronic invoice of an archive that is safe in any folder of
 * any system: it contains no path, is not a device name, and differs from earlier names by more
 * than case.
 * @param name the name in the archive.
 * @param taken the earlier names in lower case, to which this
 *   one is added.
 */
export function makeSafeName(name: string, taken: Set<string>): string {
  const extension = EXTENSION.exec(name)?.[0].toLowerCase() ?? '.pdf';
  const plain = name
    .replace(EXTENSION, '')
    .replaceAll(/[^\w.-]/g, '_')
    .replace(/^\.+/, '_')
    .replace(/\.+$/, '_')
    .slice(0, MOST_CHARACTERS);
  const stem = DEVICE.test(plain) || plain === '' ? `_${plain}` : plain;
  let safe = `${stem}${extension}`;
  for (let count = 2; taken.has(safe.toLowerCase()); count += 1) safe = `${stem}-${count}${extension}`;
  taken.add(safe.toLowerCase());
  return safe;
}
