/** Names that Windows keeps for devices, whatever comes after a dot (Microsoft, "Naming Files, Paths, and Namespaces"). */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|$)/i;
const MOST_CHARACTERS = 200;

/**
 * A name that a PDF of an archive can have in any folder of any system: it leads nowhere else, is no device's, and differs from those taken before in more than case.
 * @param name as the archive has it. @param taken the names that were given before, in lower case; gets this one.
 */
export function makeSafeName(name: string, taken: Set<string>): string {
  const plain = name
    .replace(/\.pdf$/i, '')
    .replaceAll(/[^\w.-]/g, '_')
    .replace(/^\.+/, '_')
    .replace(/\.+$/, '_')
    .slice(0, MOST_CHARACTERS);
  const stem = DEVICE.test(plain) || plain === '' ? `_${plain}` : plain;
  let safe = `${stem}.pdf`;
  for (let count = 2; taken.has(safe.toLowerCase()); count += 1) safe = `${stem}-${count}.pdf`;
  taken.add(safe.toLowerCase());
  return safe;
}
