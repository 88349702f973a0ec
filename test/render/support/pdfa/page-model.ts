import { ContentModel, type ContentContext } from './content-model.ts';
import { listValues, type PdfDocument } from './pdf-document.ts';
import {
  decodeText,
  type Dictionary,
  isArray,
  isDictionary,
  nameOf,
  type PdfValue,
  type Report,
} from './pdf-syntax.ts';
import { readIccProfile } from './icc-profile.ts';
import type { StructureModel } from './structure-model.ts';

type PageContext = Omit<ContentContext, 'isInTree'> & { readonly structure: StructureModel };

/** Lists the pages of a document without inherited entries. */
function listPages(document: PdfDocument, node: Dictionary): Dictionary[] {
  if (nameOf(node.get('Type')) === 'Page') return [node];
  return listValues(document, node.get('Kids')).flatMap((kid) =>
    listPages(document, document.dictionary(kid)!),
  );
}

function readBox(document: PdfDocument, box: PdfValue | undefined): [number, number, number, number] {
  return listValues(document, box).map(Number) as [number, number, number, number];
}

function modelAnnotation(
  annotation: Dictionary,
  { document, report, structure, gContainsCatalogLang }: PageContext,
): void {
  const parent = structure.parentOf(Number(annotation.get('StructParent')));
  const [left, bottom, right, top] = readBox(document, annotation.get('Rect'));
  const Subtype = nameOf(annotation.get('Subtype'));
  const facts = {
    Subtype,
    F: annotation.get('F') ?? null,
    AP: annotation.has('AP') ? 'unknown' : null,
    N_type: null,
    FT: null,
    width: right - left,
    height: top - bottom,
    isOutsideCropBox: false,
    Contents: decodeText(annotation.get('Contents')),
    Alt: parent === undefined ? null : decodeText(parent.get('Alt')),
    structParentStandardType: parent === undefined ? null : nameOf(parent.get('S')),
    containsLang: annotation.has('Lang'),
    gContainsCatalogLang,
  };
  report('PDAnnot', facts);
  report(`PD${Subtype}Annot`, facts);
  const action = document.dictionary(annotation.get('A'));
  if (action !== undefined) report('PDAction', { S: nameOf(action.get('S')) });
}

/** Reports facts about the dictionaries that pages, patterns and fonts name as resources. */
function modelResources(resources: Dictionary, { document, report }: PageContext): void {
  for (const state of document.dictionary(resources.get('ExtGState'))?.values() ?? []) {
    const entries = document.dictionary(state)!;
    report('PDExtGState', {
      containsTR: entries.has('TR'),
      containsTR2: entries.has('TR2'),
      TR2NameValue: nameOf(entries.get('TR2')),
      containsHTP: entries.has('HTP'),
    });
    if (entries.has('RI'))
      report('CosRenderingIntent', { internalRepresentation: nameOf(entries.get('RI')) });
    for (const mode of listValues(document, entries.get('BM')))
      report('CosBM', { internalRepresentation: nameOf(mode) });
  }
}

function modelPage(page: Dictionary, context: PageContext): void {
  const { document, report, structure, gOutputCS } = context;
  const group = document.dictionary(page.get('Group'));
  const annotations = listValues(document, page.get('Annots'));
  report('PDPage', {
    gOutputCS,
    containsGroupCS: group?.has('CS') === true,
    containsTransparency: true,
    containsAA: page.has('AA'),
    containsPresSteps: page.has('PresSteps'),
    containsAnnotations: annotations.length > 0,
    Tabs: nameOf(page.get('Tabs')),
  });
  for (const key of ['MediaBox', 'CropBox', 'BleedBox', 'TrimBox', 'ArtBox']) {
    if (!page.has(key)) continue;
    const [left, bottom, right, top] = readBox(document, page.get(key));
    report('CosBBox', { left, bottom, right, top });
  }
  for (const annotation of annotations) modelAnnotation(document.dictionary(annotation)!, context);
  const resources = document.dictionary(page.get('Resources'));
  if (resources === undefined) throw new Error('A page has no resources of its own');
  const structParents = Number(page.get('StructParents'));
  const isInTree = (id: number): boolean => structure.elementOf(structParents, id) !== undefined;
  const contents = listValues(document, page.get('Contents')).map((part) => document.decode(part));
  new ContentModel({ ...context, isInTree }, resources).run(
    Buffer.from(contents.map((part) => part.toString('latin1')).join('\n'), 'latin1'),
  );
}

function modelImage(image: Dictionary, { document, report, gOutputCS }: PageContext): void {
  const isMask = image.get('ImageMask') === true;
  const BitsPerComponent = image.get('BitsPerComponent') ?? null;
  report('PDXImage', {
    containsAlternates: image.has('Alternates'),
    containsOPI: image.has('OPI'),
    Interpolate: image.get('Interpolate') ?? false,
    isMask,
    BitsPerComponent,
  });
  if (isMask) report('PDMaskImage', { BitsPerComponent });
  if (image.has('Intent'))
    report('CosRenderingIntent', { internalRepresentation: nameOf(image.get('Intent')) });
  const space = document.get(image, 'ColorSpace');
  if (space !== undefined) reportFamily(space, document, report, gOutputCS);
}

/** Reports the use of a colour space, also of those that it is based on. */
function reportFamily(
  space: PdfValue,
  document: PdfDocument,
  report: Report,
  gOutputCS: string | null,
): void {
  const family = nameOf(isArray(space) ? space[0] : space);
  if (family === 'ICCBased') return reportProfile((space as readonly PdfValue[])[1], document, report);
  report(`PD${family}`, { gOutputCS });
  const base = isArray(space) && family === 'Indexed' ? document.resolve(space[1]) : undefined;
  if (base !== undefined) reportFamily(base, document, report, gOutputCS);
}

function reportProfile(reference: PdfValue | undefined, document: PdfDocument, report: Report): void {
  const properties = readIccProfile(document.decode(reference));
  report('ICCInputProfile', properties);
  if (properties.colorSpace === 'CMYK') throw new Error('A colour space is CMYK');
}

/** Reads the pages, their resources, annotations and contents, and reports facts about them. */
export function modelPages(context: PageContext): void {
  const { document, report, gOutputCS } = context;
  for (const page of listPages(document, document.dictionary(document.root.get('Pages'))!))
    modelPage(page, context);
  // Images, shadings and graphics states may be named by patterns and masks as well.
  for (const { value } of document.objects.values()) {
    if (!isDictionary(value)) continue;
    if (nameOf(value.get('Subtype')) === 'Image') modelImage(value, context);
    const shading = document.get(value, 'Shading');
    const space = document.get(
      value.has('ShadingType') ? value : isDictionary(shading) ? shading : value,
      'ColorSpace',
    );
    if (space !== undefined) reportFamily(space, document, report, gOutputCS);
    const resources =
      nameOf(value.get('Type')) === 'Page' || value.has('Resources')
        ? document.get(value, 'Resources')
        : undefined;
    if (isDictionary(resources)) modelResources(resources, context);
  }
}
