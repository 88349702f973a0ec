/*
 * A reader for the one form of PDF that Chromium's Skia back end writes: a single classic xref
 * table, generation 0, plain dictionaries, and streams with a direct length. It checks every
 * assumption and refuses a file of another form with a clear error. It never reads a file
 * partially.
 */

/**
 * An indirect object: its text, split at each reference (`parts` has one element more than
 * `references`), and its stream.
 */
export type PdfObject = {
  readonly parts: readonly string[];
  readonly references: readonly number[];
  readonly stream: Buffer | null;
};

export type PdfFile = { readonly objects: ReadonlyMap<number, PdfObject>; readonly rootId: number };

/** The render batch is not a PDF of the form that the splitter supports. */
export class UnexpectedPdfError extends Error {
  override readonly name = 'UnexpectedPdfError';
}

/** Names of active content, which must never appear in a render batch. */
const ACTIVE_NAMES =
  /\/(?:JS|JavaScript|OpenAction|AA|Launch|EmbeddedFiles?|RichMedia|SubmitForm|ImportData|GoToR|GoToE|XFA|AcroForm)(?![A-Za-z0-9])/;
const LITERAL_STRING = String.raw`\((?:\\[\s\S]|[^\\()])*\)`;
const LITERAL_STRINGS = new RegExp(LITERAL_STRING, 'g');
const REFERENCES = new RegExp(String.raw`${LITERAL_STRING}|(\d+) (\d+) R\b`, 'g');
const OBJECT_END = new RegExp(String.raw`${LITERAL_STRING}|stream\n|endobj`, 'g');

/**
 * Splits the text of an object at its references. Skips strings, which may look like references.
 */
export function cutAtReferences(text: string): Pick<PdfObject, 'parts' | 'references'> {
  const parts: string[] = [];
  const references: number[] = [];
  let from = 0;
  for (const match of text.matchAll(REFERENCES)) {
    if (match[1] === undefined) continue;
    if (match[2] !== '0') throw new UnexpectedPdfError('A reference has a generation other than 0');
    parts.push(text.slice(from, match.index));
    references.push(Number(match[1]));
    from = match.index + match[0].length;
  }
  parts.push(text.slice(from));
  return { parts, references };
}

/** Returns the text of an object with its references inserted. */
export function printObject({ parts, references }: PdfObject): string {
  return parts.reduce((text, part, index) => `${text}${references[index - 1]} 0 R${part}`);
}

function refuseActiveContent(id: number, text: string): void {
  const names = text
    .replaceAll(LITERAL_STRINGS, '')
    .replaceAll(/#([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)));
  const found = ACTIVE_NAMES.exec(names);
  if (found !== null) throw new UnexpectedPdfError(`Object ${id} has active content: ${found[0]}`);
}

function readStream(bytes: Buffer, text: string, dictionary: string, start: number, id: number): Buffer {
  const length = /\/Length (\d+)(?! \d+ R)/.exec(dictionary)?.[1];
  if (length === undefined) throw new UnexpectedPdfError(`Stream ${id} has no direct length`);
  const end = start + Number(length);
  if (!text.startsWith('\nendstream', end))
    throw new UnexpectedPdfError(`Stream ${id} does not end at its length`);
  return bytes.subarray(start, end);
}

/**
 * Reads the object at an offset.
 * @param text the bytes with one character per byte.
 * @throws {@link UnexpectedPdfError} if it is not there, or has active content.
 */
export function readObject(bytes: Buffer, text: string, id: number, offset: number): PdfObject {
  const head = `${id} 0 obj\n`;
  if (!text.startsWith(head, offset)) throw new UnexpectedPdfError(`Object ${id} is not at its offset`);
  const start = offset + head.length;
  OBJECT_END.lastIndex = start;
  for (let match = OBJECT_END.exec(text); match !== null; match = OBJECT_END.exec(text)) {
    const streams = match[0] === 'stream\n';
    if (!streams && match[0] !== 'endobj') continue;
    const dictionary = text.slice(start, match.index).trimEnd();
    refuseActiveContent(id, dictionary);
    const stream = streams ? readStream(bytes, text, dictionary, OBJECT_END.lastIndex, id) : null;
    return { ...cutAtReferences(dictionary), stream };
  }
  throw new UnexpectedPdfError(`Object ${id} does not end`);
}

/**
 * Reads all objects of a render batch.
 * @throws {@link UnexpectedPdfError} for anything except a passive Skia PDF.
 */
export function readPdf(bytes: Buffer): PdfFile {
  const text = bytes.toString('latin1');
  if (!text.startsWith('%PDF-1.')) throw new UnexpectedPdfError('The render batch is not a PDF');
  const xrefOffset = /startxref\n(\d+)\n%%EOF\s*$/.exec(text.slice(-64))?.[1];
  if (xrefOffset === undefined) throw new UnexpectedPdfError('The PDF has no end');
  const tail = text.slice(Number(xrefOffset));
  const head = /^xref\n0 (\d+)\n/.exec(tail);
  if (head === null) throw new UnexpectedPdfError('The PDF has no classic xref table of one section');
  const count = Number(head[1]);
  const trailer = tail.slice(head[0].length + count * 20);
  const rootId = /^trailer\n[\s\S]*\/Root (\d+) 0 R/.exec(trailer)?.[1];
  if (rootId === undefined || /\/(?:Encrypt|Prev)\b/.test(trailer)) {
    throw new UnexpectedPdfError('The trailer has unexpected entries');
  }
  const objects = new Map<number, PdfObject>();
  for (let id = 1; id < count; id += 1) {
    const entry = tail.slice(head[0].length + id * 20, head[0].length + (id + 1) * 20);
    if (!/^\d{10} 00000 n \n$/.test(entry))
      throw new UnexpectedPdfError(`The xref entry of object ${id} is malformed`);
    objects.set(id, readObject(bytes, text, id, Number(entry.slice(0, 10))));
  }
  return { objects, rootId: Number(rootId) };
}
