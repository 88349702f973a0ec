import { type OpenedFont, openFont } from './font-model.ts';
import type { PdfDocument } from './pdf-document.ts';
import {
  decodeText,
  type Dictionary,
  isArray,
  isDictionary,
  nameOf,
  Operator,
  PdfParser,
  PdfString,
  type PdfValue,
  type Report,
} from './pdf-syntax.ts';

/**
 * The operators of ISO 32000-1, annex A, except those of inline images, which no page of this
 * engine has.
 */
const OPERATORS = new Set(
  'b B b* B* BDC BMC BT BX c cm CS cs d d0 d1 Do DP EMC ET EX f F f* G g gs h i j J K k l m M MP n q Q re RG rg ri s S SC sc SCN scn sh T* Tc Td TD Tf Tj TJ TL Tm Tr Ts Tw Tz v w W W* y \' "'.split(
    ' ',
  ),
);
const PAINTING = new Set(['b', 'B', 'b*', 'B*', 'f', 'F', 'f*', 's', 'S', 'sh']);
const PRIVATE_USE = /[\u{e000}-\u{f8ff}\u{f0000}-\u{ffffd}\u{100000}-\u{10fffd}]/u;
const DEVICES: Readonly<Record<string, string>> = {
  g: 'DeviceGray',
  G: 'DeviceGray',
  rg: 'DeviceRGB',
  RG: 'DeviceRGB',
  k: 'DeviceCMYK',
  K: 'DeviceCMYK',
};
/** The category of resources that an operator names. */
const CATEGORIES: Readonly<Record<string, string>> = {
  Tf: 'Font',
  gs: 'ExtGState',
  Do: 'XObject',
  sh: 'Shading',
};

type MarkedContent = {
  readonly tag: string;
  readonly isTagged: boolean;
  readonly hasActualText: boolean;
  readonly language: string | null;
};
/** The drawings of a font are tagged or not with the texts that they draw. */
const DRAWING: MarkedContent = { tag: 'Artifact', isTagged: false, hasActualText: false, language: null };

type State = { readonly font: OpenedFont | null; readonly mode: number };

/** What a content stream belongs to. */
export type ContentContext = {
  readonly document: PdfDocument;
  readonly report: Report;
  /** Colour space of the output profile. */
  readonly gOutputCS: string | null;
  readonly gContainsCatalogLang: boolean;
  /** Whether the structure tree contains marked content of this number. */
  readonly isInTree: (id: number) => boolean;
  /** The fonts that were opened so far. */
  readonly fonts: Map<Dictionary, OpenedFont>;
};

/**
 * Interprets a content stream, with the form XObjects and Type 3 drawings that it shows, and
 * reports facts about its content.
 */
export class ContentModel {
  readonly #context: ContentContext;
  readonly #resources: Dictionary;
  readonly #marked: MarkedContent[];
  readonly #saved: State[] = [];
  #state: State = { font: null, mode: 0 };

  constructor(context: ContentContext, resources: Dictionary, marked: readonly MarkedContent[] = []) {
    this.#context = context;
    this.#resources = resources;
    this.#marked = [...marked];
  }

  run(content: Buffer): void {
    const parser = new PdfParser(content.toString('latin1'), this.#context.report);
    let operands: PdfValue[] = [];
    const before = this.#marked.length;
    for (let next = parser.next(); next !== undefined; next = parser.next()) {
      if (!(next instanceof Operator)) {
        operands.push(next);
        continue;
      }
      this.#interpret(next.name, operands);
      operands = [];
    }
    if (this.#saved.length > 0 || this.#marked.length !== before)
      throw new Error('A content stream leaves q or marked content open');
  }

  #interpret(operator: string, operands: readonly PdfValue[]): void {
    const { report } = this.#context;
    const [first, second] = operands;
    if (!OPERATORS.has(operator)) report('Op_Undefined', { operator });
    if (operator in DEVICES) this.reportColourSpace(DEVICES[operator]!);
    if (operator === 'cs' || operator === 'CS') this.#useColourSpace(nameOf(first)!);
    if (PAINTING.has(operator)) this.#reportItem();
    const category = CATEGORIES[operator];
    const used = category === undefined ? undefined : this.#find(category, nameOf(first)!);
    switch (operator) {
      case 'q': {
        this.#saved.push(this.#state);
        report('Op_q_gsave', { nestingLevel: this.#saved.length });
        break;
      }
      case 'Q': {
        const saved = this.#saved.pop();
        if (saved === undefined) throw new Error('A content stream restores what it did not save');
        this.#state = saved;
        break;
      }
      case 'ri': {
        report('CosRenderingIntent', { internalRepresentation: nameOf(first) });
        break;
      }
      case 'Tf': {
        this.#state = { ...this.#state, font: this.#openFont(used!) };
        break;
      }
      case 'Tr': {
        this.#state = { ...this.#state, mode: Number(first) };
        break;
      }
      case 'BMC':
      case 'BDC': {
        this.#begin(nameOf(first)!, second);
        break;
      }
      case 'EMC': {
        if (this.#marked.pop() === undefined) throw new Error('Marked content ends that did not begin');
        break;
      }
      case 'Tj':
      case 'TJ':
      case "'":
      case '"': {
        this.#show(operands.at(-1)!);
        break;
      }
      case 'Do': {
        this.#draw(used!);
        break;
      }
      default:
    }
  }

  #find(category: string, name: string): PdfValue {
    const resources = this.#context.document.dictionary(this.#resources.get(category));
    const found = resources?.get(name);
    this.#context.report('PDContentStream', { inheritedResourceNames: found === undefined ? name : '' });
    if (found === undefined) throw new Error(`A content stream uses ${category} ${name} without naming it`);
    return found;
  }

  #useColourSpace(name: string): void {
    if (name === 'Pattern') return;
    const { document } = this.#context;
    const space = name.startsWith('Device') ? name : document.resolve(this.#find('ColorSpace', name));
    const family = typeof space === 'string' ? space : nameOf(isArray(space) ? space[0] : space);
    this.reportColourSpace(family!);
  }

  /** Reports the use of a colour space by its family. */
  reportColourSpace(family: string): void {
    this.#context.report(`PD${family}`, { gOutputCS: this.#context.gOutputCS });
  }

  #isTagged(): boolean {
    return this.#marked.some(({ isTagged }) => isTagged);
  }

  #parentsTags(): string[] {
    return [...new Set(this.#marked.map(({ tag }) => tag))];
  }

  #begin(tag: string, properties: PdfValue | undefined): void {
    const { document, report, isInTree, gContainsCatalogLang } = this.#context;
    const entries = isDictionary(properties)
      ? properties
      : properties === undefined
        ? new Map<string, PdfValue>()
        : document.dictionary(this.#find('Properties', nameOf(properties)!))!;
    const id = entries.get('MCID');
    const parentsTags = this.#parentsTags();
    const [ActualText, Alt, E, Lang] = ['ActualText', 'Alt', 'E', 'Lang'].map((key) =>
      decodeText(entries.get(key)),
    );
    const isTagged = typeof id === 'number' && isInTree(id);
    const inheritedLang = this.#marked.findLast(({ language }) => language !== null)?.language ?? null;
    report('SEMarkedContent', {
      tag,
      isTaggedContent: isTagged || this.#isTagged(),
      parentsTags,
      ActualText,
      Alt,
      E,
      Lang,
      inheritedLang,
      gContainsCatalogLang,
    });
    if (Lang !== null) report('CosLang', { unicodeValue: Lang });
    this.#marked.push({ tag, isTagged, hasActualText: ActualText !== null, language: Lang! });
  }

  #reportItem(): void {
    const properties = { isTaggedContent: this.#isTagged(), parentsTags: this.#parentsTags() };
    this.#context.report('SESimpleContentItem', properties);
  }

  #show(operand: PdfValue): void {
    const { report, gContainsCatalogLang } = this.#context;
    const { font, mode } = this.#state;
    if (font === null) throw new Error('A text has no font');
    this.#reportItem();
    report('SETextItem', { gContainsCatalogLang, Lang: null });
    font.reportUse(mode);
    const actualTextPresent = this.#marked.some(({ hasActualText }) => hasActualText);
    for (const part of isArray(operand) ? operand : [operand]) {
      if (!(part instanceof PdfString)) continue;
      const bytes = Buffer.from(part.bytes, 'latin1');
      if (bytes.length % font.bytesPerCode !== 0) throw new Error('A text ends within a code');
      for (let at = 0; at < bytes.length; at += font.bytesPerCode) {
        const glyph = font.glyphOf(bytes.readUIntBE(at, font.bytesPerCode));
        const unicodePUA = PRIVATE_USE.test(glyph.toUnicode ?? '');
        report('Glyph', { ...glyph, renderingMode: mode, unicodePUA, actualTextPresent });
      }
    }
  }

  #openFont(reference: PdfValue): OpenedFont {
    const { document, report, fonts } = this.#context;
    const dictionary = document.dictionary(reference)!;
    const known = fonts.get(dictionary);
    if (known !== undefined) return known;
    const font = openFont(document, dictionary, report);
    fonts.set(dictionary, font);
    const resources = document.dictionary(dictionary.get('Resources')) ?? new Map<string, PdfValue>();
    for (const drawing of font.drawings)
      new ContentModel(this.#context, resources, [DRAWING]).run(document.decode(drawing));
    return font;
  }

  #draw(reference: PdfValue): void {
    const { document, report } = this.#context;
    const object = document.dictionary(reference)!;
    report('PDXObject', { Subtype: nameOf(object.get('Subtype')) });
    if (nameOf(object.get('Subtype')) !== 'Form') return this.#reportItem();
    report('PDXForm', {
      Subtype2: nameOf(object.get('Subtype2')),
      containsPS: object.has('PS'),
      containsOPI: object.has('OPI'),
      containsRef: object.has('Ref'),
      // Without StructParents, the content belongs to the marked content that shows it.
      isUniqueSemanticParent: !object.has('StructParents'),
    });
    const own = document.dictionary(object.get('Resources')) ?? new Map<string, PdfValue>();
    new ContentModel(this.#context, own, this.#marked).run(document.decode(reference));
  }
}
