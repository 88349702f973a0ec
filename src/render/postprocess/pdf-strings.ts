import { UnexpectedPdfError } from './pdf-file.ts';

/** Builds a PDF string of printable ASCII. */
export function buildLiteral(text: string): string {
  if (!/^[\x20-\x7e]*$/.test(text)) throw new UnexpectedPdfError('A PDF string here must be printable ASCII');
  return `(${text.replaceAll(/[\\()]/g, String.raw`\$&`)})`;
}

/** Builds a PDF text string of any text: UTF-16 with a byte order mark. */
export function buildTextString(text: string): string {
  return `<${Buffer.from(`\u{feff}${text}`, 'utf16le').swap16().toString('hex')}>`;
}
