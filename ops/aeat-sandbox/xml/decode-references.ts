import { MessageFault } from './message-fault.ts';

const REFERENCE = /&(?:#(\d{1,7})|#x([0-9A-Fa-f]{1,6})|(amp|lt|gt|quot|apos));|&/g;
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Replaces character references and XML's five entities. There are no others without a DOCTYPE. @throws MessageFault 4103 */
export function decodeReferences(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(REFERENCE, (_match, decimal?: string, hexadecimal?: string, name?: string) => {
    if (name !== undefined) return NAMED[name] ?? '';
    const digits = decimal ?? hexadecimal;
    if (digits === undefined) throw new MessageFault(4103);
    return decodeCodePoint(Number.parseInt(digits, decimal === undefined ? 16 : 10));
  });
}

/** XML 1.0 production 2, Char. */
function decodeCodePoint(point: number): string {
  const isCharacter =
    point === 0x9 ||
    point === 0xa ||
    point === 0xd ||
    (point >= 0x20 && point <= 0xd7ff) ||
    (point >= 0xe000 && point <= 0xfffd) ||
    (point >= 0x10000 && point <= 0x10ffff);
  if (!isCharacter) throw new MessageFault(4103);
  return String.fromCodePoint(point);
}
