import { inflateSync } from 'node:zlib';
import { getDocumentProxy } from 'unpdf';

/** An element of the structure tree of a PDF, as a reader shows it on one page. */
export type Tagged = {
  readonly role: string;
  readonly alternative: string | null;
  readonly language: string | null;
  /** Elements and the texts between them. */
  readonly children: readonly (Tagged | string)[];
};

/** The structure of a page, as an independent reader reads it. */
export type TaggedPage = {
  readonly tree: Tagged;
  /** `artifacts`: texts that are marked as artifacts. `loose`: texts without any mark. */
  readonly artifacts: string;
  readonly loose: string;
  /** Ids of marked content with text that the tree does not contain exactly once. */
  readonly strays: readonly string[];
};

type Node = {
  readonly role?: string;
  readonly type?: string;
  readonly id?: string;
  readonly alt?: string;
  readonly lang?: string;
  readonly children?: readonly Node[];
};
type Item = {
  readonly type?: string;
  readonly id?: string | null;
  readonly str?: string;
  readonly tag?: string;
};

/** The actual text is UTF-16 in hexadecimal, or ASCII in brackets. */
const ACTUAL_TEXT = /\/Span<<\/ActualText (?:<FEFF([0-9A-F]*)>|\(((?:\\[\s\S]|[^\\()])*)\)) >> BDC/g;

function readLiteral(literal: string): string {
  return literal.replaceAll(/\\(?:([0-7]{1,3})|([\s\S]))/g, (_, octal: string | undefined, escaped: string) =>
    octal === undefined ? escaped : String.fromCodePoint(Number.parseInt(octal, 8)),
  );
}

/**
 * Reads the actual texts of spans in page order. Chromium writes them where glyphs do not
 * correspond to single letters. pdf.js does not return them.
 */
function readActualTexts(pdf: Buffer): string[] {
  const found: string[] = [];
  for (const match of pdf.toString('latin1').matchAll(/\/Length (\d+)[^>]*>>\s*stream\n/g)) {
    const start = match.index + match[0].length;
    const content = unpack(pdf.subarray(start, start + Number(match[1])));
    for (const [, hex, literal] of content.matchAll(ACTUAL_TEXT))
      found.push(
        hex === undefined ? readLiteral(literal!) : Buffer.from(hex, 'hex').swap16().toString('utf16le'),
      );
  }
  return found;
}

/** Returns an empty text for images, which are compressed in other ways. */
function unpack(bytes: Buffer): string {
  try {
    return inflateSync(bytes).toString('latin1');
  } catch {
    return '';
  }
}

/**
 * Marked content that is being read. `actual` replaces all texts in it; the pieces of `reversed`
 * are read from the last to the first.
 */
type Open = { readonly key: string; readonly actual?: string | undefined; readonly reversed?: string[] };

/** Groups the texts of a page by the marked content that contains them. */
function sortTexts(items: readonly Item[], actualTexts: Iterator<string>): Map<string, string> {
  const texts = new Map<string, string>();
  const open: Open[] = [];
  const write = (text: string): void => {
    if (text.trim() === '') return;
    const reversed = open.findLast((each) => each.reversed !== undefined)?.reversed;
    const key = open.at(-1)?.key ?? 'loose';
    if (reversed === undefined) texts.set(key, (texts.get(key) ?? '') + text);
    else reversed.push(text);
  };
  for (const { type, id, str, tag } of items) {
    const around = open.at(-1)?.key ?? 'loose';
    if (type === 'beginMarkedContent' || type === 'beginMarkedContentProps') {
      if (tag === 'Span' && (id ?? null) === null)
        open.push({ key: around, actual: actualTexts.next().value as string });
      else if (tag === 'ReversedChars') open.push({ key: around, reversed: [] });
      else open.push({ key: id ?? (tag === 'Artifact' ? 'artifact' : around) });
    } else if (type === 'endMarkedContent') {
      const { actual, reversed } = open.pop()!;
      write(actual ?? reversed?.toReversed().join('') ?? '');
    } else if (str !== undefined && open.at(-1)?.actual === undefined) write(str);
  }
  return texts;
}

function hasContent({ type, children = [] }: Node): boolean {
  return type === 'content' || children.some(hasContent);
}

function readNode(node: Node, texts: ReadonlyMap<string, string>, seen: string[]): Tagged {
  const children = (node.children ?? []).flatMap((child): (Tagged | string)[] => {
    // A reader shows whole tables on each of their pages, including elements without content there.
    if (child.role !== undefined) return hasContent(child) ? [readNode(child, texts, seen)] : [];
    if (child.type === 'content') seen.push(child.id!);
    return child.type === 'content' ? [texts.get(child.id!) ?? ''] : [];
  });
  return { role: node.role ?? '', alternative: node.alt ?? null, language: node.lang ?? null, children };
}

/** Reads the structure of each page with pdf.js. */
export async function readStructure(pdf: Buffer): Promise<TaggedPage[]> {
  const document = await getDocumentProxy(Uint8Array.from(pdf));
  const actualTexts = readActualTexts(pdf).values();
  const pages: TaggedPage[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    // pdf.js would replace an Arabic ligature by its letters before it reverses the line, and so
    // reverse these letters.
    const { items } = await page.getTextContent({ includeMarkedContent: true, disableNormalization: true });
    const texts = sortTexts(items, actualTexts);
    const seen: string[] = [];
    const tree = readNode(await page.getStructTree(), texts, seen);
    const marked = [...texts.keys()].filter((key) => key !== 'artifact' && key !== 'loose');
    pages.push({
      tree,
      artifacts: texts.get('artifact') ?? '',
      loose: texts.get('loose') ?? '',
      strays: marked.filter((key) => seen.filter((id) => id === key).length !== 1),
    });
  }
  return pages;
}

/** Lists the descendants of an element that have a role, in order. */
export function listTagged(tree: Tagged, role: string): Tagged[] {
  return tree.children.flatMap((child) => {
    if (typeof child === 'string') return [];
    return [...(child.role === role ? [child] : []), ...listTagged(child, role)];
  });
}

/** Returns all text of an element without blanks, which depend on line breaks. */
export function readTaggedText({ children }: Tagged): string {
  return children
    .map((child) => (typeof child === 'string' ? child.replaceAll(/\s/gu, '') : readTaggedText(child)))
    .join('');
}

/**
 * Counts the elements of each role in the file. pdf.js cannot count them, because an element can
 * appear on several pages.
 */
export function countElements(pdf: Buffer): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  const text = pdf.toString('latin1');
  for (const match of text.matchAll(/\/Type \/ObjStm [^>]*\/Length (\d+)>> stream\n/g)) {
    const start = match.index + match[0].length;
    const objects = inflateSync(pdf.subarray(start, start + Number(match[1]))).toString('latin1');
    for (const [, role] of objects.matchAll(/<<\/S\/(\w+)\/P /g)) counts[role!] = (counts[role!] ?? 0) + 1;
  }
  return counts;
}
