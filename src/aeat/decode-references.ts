const REFERENCE = /&(?:#(\d{1,7})|#x([0-9A-Fa-f]{1,6})|(amp|lt|gt|quot|apos));/g;
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const REPLACEMENT = '\uFFFD';

/** Replaces XML's five entities and references to characters. Others cannot be without a document type, and stay as they are. */
export function decodeReferences(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(REFERENCE, (_match, decimal?: string, hexadecimal?: string, name?: string) => {
    if (name !== undefined) return NAMED[name] ?? '';
    return decodeCodePoint(decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal));
  });
}

function decodeCodePoint(point: number): string {
  const isCharacter = point > 0 && point <= 0x10ffff && !(point >= 0xd800 && point <= 0xdfff);
  return isCharacter ? String.fromCodePoint(point) : REPLACEMENT;
}
