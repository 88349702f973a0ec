import { readIccProfile } from './icc-profile.ts';
import { modelMetadata, type XmpProperties } from './metadata-model.ts';
import { modelPages } from './page-model.ts';
import { listValues, type PdfDocument, readPdfDocument } from './pdf-document.ts';
import {
  decodeText,
  type Dictionary,
  isDictionary,
  nameOf,
  PdfString,
  type PdfValue,
  Reference,
  type Report,
} from './pdf-syntax.ts';
import { modelStructure } from './structure-model.ts';

/** The facts about a PDF by type of object, each different one once. */
export type PdfModel = {
  readonly document: PdfDocument;
  readonly xmp: XmpProperties;
  readonly facts: ReadonlyMap<string, readonly Readonly<Record<string, unknown>>[]>;
};

function collect(): { report: Report; facts: Map<string, Readonly<Record<string, unknown>>[]> } {
  const facts = new Map<string, Readonly<Record<string, unknown>>[]>();
  const known = new Set<string>();
  return {
    facts,
    report(type, properties) {
      const key = type + JSON.stringify(properties);
      if (known.has(key)) return;
      known.add(key);
      const all = facts.get(type);
      if (all === undefined) facts.set(type, [properties]);
      else all.push(properties);
    },
  };
}

function modelFile(document: PdfDocument, report: Report): void {
  const { bytes, trailer, root } = document;
  const text = bytes.toString('latin1');
  const header = /%PDF[^\r\n]*/.exec(text.slice(0, 1024));
  const comment = (header?.index ?? 0) + (header?.[0].length ?? 0) + 1;
  const [id] = listValues(document, trailer.get('ID')).slice(-1);
  const marks = document.dictionary(root.get('MarkInfo'));
  const preferences = document.dictionary(root.get('ViewerPreferences'));
  report('CosDocument', {
    headerOffset: header?.index ?? null,
    header: header?.[0] ?? '',
    ...Object.fromEntries(
      [1, 2, 3, 4].map((place) => [`headerByte${place}`, text[comment] === '%' ? bytes[comment + place] : 0]),
    ),
    lastID: id instanceof PdfString ? id.bytes : null,
    postEOFDataSize: text.slice(text.lastIndexOf('%%EOF') + 5).replace(/^\r?\n?/, '').length,
    nrIndirects: document.objects.size,
    NeedsRendering: root.has('NeedsRendering'),
    Requirements: root.has('Requirements') ? 'present' : null,
    Marked: marks?.get('Marked') ?? null,
    Suspects: marks?.get('Suspects') ?? null,
    DisplayDocTitle: preferences?.get('DisplayDocTitle') ?? null,
  });
  report('CosTrailer', { isEncrypted: trailer.has('Encrypt') });
  const names = document.dictionary(root.get('Names'));
  const metadata = document.dictionary(root.get('Metadata'));
  report('PDDocument', {
    containsAA: root.has('AA'),
    containsMetadata:
      nameOf(metadata?.get('Type')) === 'Metadata' && nameOf(metadata?.get('Subtype')) === 'XML',
    containsAlternatePresentations: names?.has('AlternatePresentations') === true,
    containsStructTreeRoot: document.dictionary(root.get('StructTreeRoot')) !== undefined,
  });
  const language = decodeText(root.get('Lang'));
  if (language !== null) report('CosLang', { unicodeValue: language });
}

/**
 * Reports facts about the output intents.
 * @returns the colour space of the profile; null if there is none for PDF/A.
 */
function modelOutputIntents(document: PdfDocument, report: Report): string | null {
  const intents = listValues(document, document.root.get('OutputIntents')).map((one) =>
    document.dictionary(one)!,
  );
  const profiles = intents.map((intent) => intent.get('DestOutputProfile'));
  if (intents.length === 0) return null;
  const ids = new Set(profiles.map((profile) => (profile instanceof Reference ? profile.id : null)));
  report('OutputIntents', { sameOutputProfileIndirect: ids.size === 1 });
  let gOutputCS: string | null = null;
  for (const intent of intents) {
    const S = nameOf(intent.get('S'));
    report('PDOutputIntent', { S, containsDestOutputProfileRef: intent.has('DestOutputProfileRef') });
    const properties = readIccProfile(document.decode(intent.get('DestOutputProfile')));
    report('ICCOutputProfile', properties);
    if (S === 'GTS_PDFA1') gOutputCS = properties.colorSpace;
  }
  return gOutputCS;
}

function modelFilters(dictionary: Dictionary, document: PdfDocument, report: Report): void {
  for (const filter of listValues(document, dictionary.get('Filter')))
    report('CosFilter', { internalRepresentation: nameOf(filter), decodeParms: null });
}

function modelFiles(document: PdfDocument, report: Report): void {
  const associated = new Set(
    listValues(document, document.root.get('AF')).map((one) => (one as Reference).id),
  );
  for (const [id, { value, stream }] of document.objects) {
    if (!isDictionary(value)) continue;
    if (stream !== null) modelFilters(value, document, report);
    const type = nameOf(value.get('Type'));
    if (type === 'EmbeddedFile') report('EmbeddedFile', { Subtype: nameOf(value.get('Subtype')) });
    if (type === 'Filespec')
      report('CosFileSpecification', {
        containsEF: value.has('EF'),
        F: decodeText(value.get('F')),
        UF: decodeText(value.get('UF')),
        AFRelationship: nameOf(value.get('AFRelationship')),
        isAssociatedFile: associated.has(id),
      });
  }
}

/** Lists the names of all keys and values of a document outside of its content streams. */
export function listNames({ objects, trailer }: PdfDocument): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (value: PdfValue): void => {
    const name = nameOf(value);
    if (name !== null) names.add(name);
    else if (Array.isArray(value)) for (const one of value as readonly PdfValue[]) visit(one);
    else if (isDictionary(value))
      for (const [key, one] of value) {
        names.add(key);
        visit(one);
      }
  };
  visit(trailer);
  for (const { value } of objects.values()) visit(value);
  return names;
}

/** Reads a PDF into the facts to which the rules of the profiles of veraPDF apply. */
export function modelPdf(bytes: Buffer): PdfModel {
  const { report, facts } = collect();
  const document = readPdfDocument(bytes, report);
  const gContainsCatalogLang = document.root.has('Lang');
  modelFile(document, report);
  modelFiles(document, report);
  const gOutputCS = modelOutputIntents(document, report);
  const xmp = modelMetadata(document.decode(document.root.get('Metadata')), gContainsCatalogLang, report);
  const structure = modelStructure(document, report);
  modelPages({ document, report, gOutputCS, gContainsCatalogLang, structure, fonts: new Map() });
  return { document, xmp, facts };
}
