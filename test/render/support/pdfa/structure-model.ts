import { listValues, type PdfDocument } from './pdf-document.ts';
import {
  decodeText,
  type Dictionary,
  isDictionary,
  nameOf,
  type PdfValue,
  Reference,
  type Report,
} from './pdf-syntax.ts';

/**
 * The standard structure types (ISO 32000-1, 14.8.4) to which this model has facts: those of our
 * pages, and some without rules.
 */
const TYPES =
  'Document Part Sect Div NonStruct P H1 H2 H3 Span Figure Link L LI Lbl LBody Table THead TBody TR TH TD'.split(
    ' ',
  );

export type StructureModel = {
  /**
   * Returns the element types in which a page's marked content is, by its number; undefined if it
   * is in none.
   */
  readonly elementOf: (structParents: number, id: number) => Dictionary | undefined;
  /** Returns the structure element of an annotation. */
  readonly parentOf: (structParent: number) => Dictionary | undefined;
};

type Element = {
  readonly dictionary: Dictionary;
  readonly type: string;
  readonly parentType: string | null;
  readonly parentLang: string | null;
  readonly kids: readonly Element[];
};

function listKids(document: PdfDocument, dictionary: Dictionary): Dictionary[] {
  return listValues(document, dictionary.get('K')).flatMap((kid) => {
    const value = document.resolve(kid);
    return isDictionary(value) && value.has('S') ? [value] : [];
  });
}

function readElement(
  document: PdfDocument,
  dictionary: Dictionary,
  above: Omit<Element, 'kids' | 'dictionary'> | null,
): Element {
  const type = nameOf(dictionary.get('S'))!;
  const parentLang =
    decodeText(above === null ? undefined : dictionary.get('Lang')) ?? above?.parentLang ?? null;
  const own = {
    type,
    parentType: above?.type ?? null,
    parentLang: decodeText(dictionary.get('Lang')) ?? above?.parentLang ?? null,
  };
  const kids = listKids(document, dictionary).map((kid) => readElement(document, kid, own));
  return { dictionary, type, parentType: own.parentType, parentLang, kids };
}

function listAll(element: Element): Element[] {
  return [element, ...element.kids.flatMap(listAll)];
}

/** Reads a number tree without intermediate nodes. */
function readParentTree(document: PdfDocument, root: Dictionary): ReadonlyMap<number, PdfValue> {
  const tree = document.dictionary(root.get('ParentTree'))!;
  const numbers = listValues(document, tree.get('Nums'));
  return new Map(
    numbers.flatMap((key, place) => (place % 2 === 0 ? [[Number(key), numbers[place + 1]!]] : [])),
  );
}

function reportElement(
  element: Element,
  document: PdfDocument,
  report: Report,
  gContainsCatalogLang: boolean,
): void {
  const { dictionary, type, kids, parentType, parentLang } = element;
  const [Alt, ActualText, E, Lang] = ['Alt', 'ActualText', 'E', 'Lang'].map((key) =>
    decodeText(document.get(dictionary, key)),
  );
  const kidsStandardTypes = kids.map((kid) => kid.type).join('&');
  report('CosUnicodeName', {
    isValidUtf8: !Buffer.from(type, 'latin1').toString('utf8').includes('\u{fffd}'),
  });
  if (Lang !== null) report('CosLang', { unicodeValue: Lang });
  report('PDStructElem', {
    containsParent: document.dictionary(dictionary.get('P')) !== undefined,
    circularMappingExist: false,
    remappedStandardType: null,
    containsLang: Lang !== null,
    ActualText,
    Alt,
    E,
    parentLang,
    gContainsCatalogLang,
    kidsStandardTypes,
  });
  if (!TYPES.includes(type))
    report('SENonStandard', {
      type,
      isNotMappedToStandardType: true,
      circularMappingExist: false,
      remappedStandardType: null,
    });
  const properties = { kidsStandardTypes, parentStandardType: parentType, Alt, ActualText };
  if (!/^(?:H\d|Table|TD)$/.test(type)) report(`SE${type}`, properties);
}

/** Reports the headings in their order. */
function reportHeadings(elements: readonly Element[], report: Report): void {
  let last = 0;
  for (const { type } of elements) {
    if (!/^H\d$/.test(type)) continue;
    const level = Number(type.slice(1));
    report('SEHn', {
      hasCorrectNestingLevel: level <= last + 1,
      usesH: elements.some((one) => one.type === 'H'),
    });
    last = level;
  }
}

function readAttribute(document: PdfDocument, { dictionary }: Element, key: string): PdfValue | undefined {
  for (const attributes of listValues(document, dictionary.get('A'))) {
    const found = document.dictionary(attributes)?.get(key);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Reports a table, of which no cell spans rows or columns.
 * @returns its cells with a head in their column.
 */
function reportTable(table: Element, document: PdfDocument, report: Report): Set<Element> {
  const rows = listAll(table).filter(({ type }) => type === 'TR');
  const columns = rows[0]?.kids.length ?? 0;
  const wrong = rows.findIndex(({ kids }) => kids.length !== columns);
  report('SETable', {
    kidsStandardTypes: table.kids.map((kid) => kid.type).join('&'),
    numberOfColumnWithWrongRowSpan: null,
    numberOfRowWithWrongColumnSpan: wrong < 0 ? null : wrong,
    wrongColumnSpan: wrong < 0 ? null : rows[wrong]!.kids.length,
  });
  const heads = new Set<number>();
  const connected = new Set<Element>();
  for (const { kids } of rows)
    kids.forEach((cell, column) => {
      for (const span of ['ColSpan', 'RowSpan'])
        if ((readAttribute(document, cell, span) ?? 1) !== 1) throw new Error(`A cell has ${span}`);
      report('SETableCell', { hasIntersection: false });
      if (cell.type === 'TH' && nameOf(readAttribute(document, cell, 'Scope')) === 'Column')
        heads.add(column);
      if (heads.has(column)) connected.add(cell);
    });
  return connected;
}

/** Reads the structure tree and reports facts about its elements. */
export function modelStructure(document: PdfDocument, report: Report): StructureModel {
  const root = document.dictionary(document.root.get('StructTreeRoot'));
  if (root === undefined) return { elementOf: () => undefined, parentOf: () => undefined };
  if (root.has('RoleMap')) throw new Error('The structure tree has a role map');
  const gContainsCatalogLang = document.root.has('Lang');
  const elements = listKids(document, root).flatMap((kid) => listAll(readElement(document, kid, null)));
  const connected = new Set<Element>();
  for (const element of elements) {
    reportElement(element, document, report, gContainsCatalogLang);
    if (element.type !== 'Table') continue;
    for (const cell of reportTable(element, document, report)) connected.add(cell);
  }
  for (const cell of elements.filter(({ type }) => type === 'TD')) {
    const facts = { hasConnectedHeader: connected.has(cell), unknownHeaders: '' };
    report('SETD', { ...facts, parentStandardType: cell.parentType });
  }
  reportHeadings(elements, report);
  const parents = readParentTree(document, root);
  return {
    elementOf(structParents, id) {
      const [...marks] = listValues(document, parents.get(structParents));
      const element = marks[id];
      return element instanceof Reference ? document.dictionary(element) : undefined;
    },
    parentOf: (structParent) => document.dictionary(parents.get(structParent)),
  };
}
