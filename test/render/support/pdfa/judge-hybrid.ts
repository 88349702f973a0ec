import { CANNOT_OCCUR } from './cannot-occur.ts';
import { listNames, type PdfModel } from './document-model.ts';
import { findBreaches, type Rule } from './profiles.ts';

/**
 * The types of objects whose rules are checked. The integration test proves that its PDFs contain
 * an object of each.
 */
export const CHECKED_TYPES =
  'CosBBox CosBM CosDocument CosFileSpecification CosFilter CosIndirect CosInteger CosLang CosName CosReal CosStream CosString CosTrailer CosUnicodeName EmbeddedFile ExtensionSchemaDefinition ExtensionSchemaObject ExtensionSchemaProperty ExtensionSchemasContainer Glyph ICCInputProfile ICCOutputProfile MainXMPPackage Op_q_gsave OutputIntents PDAction PDAnnot PDCIDFont PDCMap PDContentStream PDDeviceGray PDDeviceRGB PDDocument PDExtGState PDFAIdentification PDFont PDLinkAnnot PDOutputIntent PDPage PDSimpleFont PDStructElem PDType0Font PDXImage PDXObject SEFigure SEHn SEL SELBody SELI SEMarkedContent SESimpleContentItem SETBody SETD SETH SETHead SETR SETable SETableCell SETextItem XMPLangAlt XMPPackage XMPProperty'.split(
    ' ',
  );

/**
 * PDF/UA is not claimed (ops/adr/0026), so a hybrid invoice breaks the one rule that demands the
 * claim.
 */
const NO_CLAIM = 'PDFUA-1 5-1 MainXMPPackage ';

/** Returns the breaches of rules that a hybrid invoice must keep. */
export function findUnexpectedBreaches(model: PdfModel, rules: readonly Rule[]): string[] {
  return findBreaches(model, rules).filter((breach) => !breach.startsWith(NO_CLAIM));
}

/**
 * Returns the types of objects that should not occur, but do, and the names that only such objects
 * have.
 */
export function findAbsentTypes({ facts, document }: PdfModel): string[] {
  const names = listNames(document);
  return Object.entries(CANNOT_OCCUR).flatMap(([type, { names: own = [] }]) => [
    ...(facts.has(type) ? [type] : []),
    ...own.filter((name) => names.has(name)),
  ]);
}
