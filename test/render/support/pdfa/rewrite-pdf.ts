import { PdfBytes } from '../../../../src/render/postprocess/pdf-bytes.ts';
import { readPdfDocument } from './pdf-document.ts';
import {
  type Dictionary,
  isArray,
  isDictionary,
  Name,
  nameOf,
  PdfString,
  type PdfValue,
  Reference,
} from './pdf-syntax.ts';

function printName(name: string): string {
  return `/${name.replaceAll(/[^\w+.-]/g, (one) => `#${one.codePointAt(0)!.toString(16).padStart(2, '0')}`)}`;
}

function printString({ bytes }: PdfString): string {
  return /^[ -~]*$/.test(bytes)
    ? `(${bytes.replaceAll(/[\\()]/g, String.raw`\$&`)})`
    : `<${Buffer.from(bytes, 'latin1').toString('hex')}>`;
}

/** Writes a value with one blank between its parts. */
function printValue(value: PdfValue): string {
  if (value instanceof Name) return printName(value.text);
  if (value instanceof PdfString) return printString(value);
  if (value instanceof Reference) return `${value.id} 0 R`;
  if (isArray(value)) return `[${value.map(printValue).join(' ')}]`;
  if (isDictionary(value))
    return `<<${[...value].map(([key, one]) => `${printName(key)} ${printValue(one)}`).join(' ')}>>`;
  return String(value);
}

/** Whether an object only holds others, or is the table of all. */
function isContainer(value: PdfValue): value is Dictionary {
  return isDictionary(value) && ['ObjStm', 'XRef'].includes(nameOf(value.get('Type')) ?? '');
}

/**
 * Writes a PDF again with other texts: `edit` gets the dictionary of each object and, uncompressed,
 * each stream, with one character per byte.
 */
export function rewritePdf(pdf: Buffer, edit: (text: string) => string): Buffer {
  const { objects, trailer, decode } = readPdfDocument(pdf, () => {});
  const file = new PdfBytes();
  for (const [id, { value, stream }] of [...objects].toSorted(([one], [other]) => one - other)) {
    if (isContainer(value)) file.write(id, 'null');
    else if (stream === null || !isDictionary(value)) file.write(id, edit(printValue(value)));
    else {
      const isPacked = nameOf(value.get('Filter')) === 'FlateDecode';
      const content = isPacked ? decode(new Reference(id)) : stream;
      const edited = Buffer.from(edit(content.toString('latin1')), 'latin1');
      const kept = [...value].filter(([key]) => !(isPacked && key === 'Filter'));
      file.write(id, edit(printValue(new Map([...kept, ['Length', edited.length]]))), edited);
    }
  }
  const [root, info] = ['Root', 'Info'].map((key) => (trailer.get(key) as Reference).id);
  return file.finish(root!, info!, edit(`/ID ${printValue(trailer.get('ID')!)} `));
}
