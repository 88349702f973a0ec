import type { CellRole, Role, TableName, TextRole } from '../template/roles.ts';

/*
 * The structure tree of one invoice's PDF, built while its pages are processed. Pieces arrive in
 * the order in which they are painted, which is the reading order. Content that continues after an
 * interruption, such as a row split over two pages, continues in the same element.
 */

/** Marked content: a page, counted from 0, and the number of the content on that page. */
export type Mark = { readonly page: number; readonly number: number };

export type StructureElement = {
  readonly tag: string;
  readonly parent: StructureElement | null;
  /** Index of the element among all elements. */
  readonly place: number;
  /** Entries of its dictionary in addition to those of every element. */
  readonly entries: string;
  readonly children: (StructureElement | Mark)[];
};

/** The texts of a structure tree, as PDF strings. */
export type StructureTexts = {
  /** Language of the document. */
  readonly language: string;
  /** Language of the legal texts; null when it is that of the document. */
  readonly lawLanguage: string | null;
  readonly logo: string;
  readonly qr: string;
};

type Table = {
  readonly element: StructureElement;
  readonly headRow: StructureElement;
  readonly headPage: number;
  readonly heads: Map<number, StructureElement>;
  body: StructureElement | null;
  row: CellRole['row'];
  cells: readonly StructureElement[];
};

const HEADINGS: Partial<Record<TextRole, string>> = { title: 'H1', heading: 'H2' };
const COLUMN_HEAD = '/A<</O/Table/Scope/Column>>';

/** Collects the elements of a structure tree. */
export class StructureTree {
  readonly elements: StructureElement[] = [];
  /** The elements of the marked content of each page, by number. */
  readonly pages: StructureElement[][] = [];
  readonly #texts: StructureTexts;
  readonly #document: StructureElement;
  readonly #tables = new Map<TableName, Table>();
  #logo: StructureElement | null = null;
  #link: StructureElement | null = null;
  /**
   * Role of the last text outside of tables, its paragraph, and the element in which it continues.
   */
  #role: TextRole | null = null;
  #paragraph: StructureElement | null = null;
  #text: StructureElement | null = null;
  #list: StructureElement | null = null;
  #item: StructureElement | null = null;

  constructor(texts: StructureTexts) {
    this.#texts = texts;
    this.#document = this.#create('Document', null, `/Lang ${texts.language}`);
  }

  /** The link element of the QR code; null when there is none. */
  get link(): StructureElement | null {
    return this.#link;
  }

  beginPage(): void {
    this.pages.push([]);
  }

  /**
   * Marks the QR code, which is an image and a link. It is drawn first and read after its caption.
   * @returns the operator that begins the marked content.
   */
  markQr(): string {
    this.#link = this.#create('Link', this.#document);
    return this.#mark(this.#add('Figure', this.#link, `/Alt ${this.#texts.qr}`));
  }

  /**
   * Marks an image.
   * @returns the operator that begins the marked content, or null when the image is an artifact.
   *   The logo precedes all text.
   */
  markLogo(): string | null {
    if (this.#role !== null || this.#tables.size > 0) return null;
    this.#logo ??= this.#add('Figure', this.#document, `/Alt ${this.#texts.logo}`);
    return this.#mark(this.#logo);
  }

  /**
   * Marks a text.
   * @returns the operator that begins the marked content, or null when the text is an artifact: a
   *   table head that a page repeats.
   */
  markText(role: Role): string | null {
    if (typeof role === 'string') {
      if (role !== this.#role || this.#text === null) this.#text = this.#beginText(role);
      this.#role = role;
      return this.#mark(this.#text);
    }
    const cell = this.#findCell(role);
    if (cell === null) return null;
    this.#role = null;
    this.#list = null;
    return this.#mark(cell);
  }

  #beginText(role: TextRole): StructureElement {
    if (role === 'label') {
      this.#list ??= this.#add('L', this.#document);
      this.#item = this.#add('LI', this.#list);
      return this.#add('Lbl', this.#item);
    }
    if (role === 'value' && this.#list !== null && this.#item !== null) return this.#add('LBody', this.#item);
    this.#list = null;
    if (role === 'caption' || role === 'law' || role === 'nextLaw') return this.#beginLaw(role);
    if (role === 'translation' && this.#paragraph !== null) return this.#paragraph;
    return this.#add(HEADINGS[role] ?? 'P', this.#document);
  }

  #beginLaw(role: TextRole): StructureElement {
    const { lawLanguage } = this.#texts;
    this.#paragraph = this.#add('P', this.#document);
    if (role === 'caption' && this.#link !== null) this.#document.children.push(this.#link);
    return lawLanguage === null
      ? this.#paragraph
      : this.#add('Span', this.#paragraph, `/Lang ${lawLanguage}`);
  }

  #findCell({ table: name, row, column }: CellRole): StructureElement | null {
    const table = this.#tables.get(name) ?? this.#beginTable(name);
    if (row === 'head') {
      if (table.headPage !== this.pages.length) return null;
      const head = table.heads.get(column) ?? this.#add('TH', table.headRow, COLUMN_HEAD);
      table.heads.set(column, head);
      return head;
    }
    if (table.row !== row) {
      table.body ??= this.#add('TBody', table.element);
      const line = this.#add('TR', table.body);
      const count = Math.max(table.heads.size, column + 1);
      table.cells = Array.from({ length: count }, () => this.#add('TD', line));
      table.row = row;
    }
    return table.cells[column] ?? table.cells.at(-1)!;
  }

  #beginTable(name: TableName): Table {
    const element = this.#add('Table', this.#document);
    const headRow = this.#add('TR', this.#add('THead', element));
    const headPage = this.pages.length;
    const table: Table = { element, headRow, headPage, heads: new Map(), body: null, row: 'head', cells: [] };
    this.#tables.set(name, table);
    return table;
  }

  #create(tag: string, parent: StructureElement | null, entries = ''): StructureElement {
    const element = { tag, parent, place: this.elements.length, entries, children: [] };
    this.elements.push(element);
    return element;
  }

  #add(tag: string, parent: StructureElement, entries = ''): StructureElement {
    const element = this.#create(tag, parent, entries);
    parent.children.push(element);
    return element;
  }

  #mark(element: StructureElement): string {
    const marks = this.pages.at(-1)!;
    element.children.push({ page: this.pages.length - 1, number: marks.length });
    marks.push(element);
    return `/${element.tag}<</MCID ${marks.length - 1}>>BDC\n`;
  }
}
