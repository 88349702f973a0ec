/**
 * Why no object of a type can be in a PDF of this engine, and the names that every PDF with such an
 * object contains.
 */
type Absence = { readonly reason: string; readonly names?: readonly string[] };

const NO_FORMS = {
  reason: 'The pages have no form and no signature',
  names: ['AcroForm', 'FT', 'Perms', 'ByteRange'],
};
const IDENTITY = { reason: 'All composite fonts have the encoding Identity-H; the model refuses any other' };
const REFUSED = { reason: 'The model reports it, and a rule refuses it' };
const STANDARD = {
  reason: 'The model reports structure elements of any type that our pages do not use as SENonStandard',
};
const SIMPLE_FONTS = {
  reason: 'Chromium embeds fonts as composite or Type 3 fonts',
  names: ['Type1', 'MMType1', 'TrueType'],
};
const LINKS = {
  reason: 'The only annotation is the link of the QR code; the model reports others by their type',
};
const NO_TYPES = {
  reason:
    'The described schemas have no value types of their own; the model reports them as undefined fields',
};

/** The types of objects in the profiles that cannot occur, so that their rules cannot apply. */
export const CANNOT_OCCUR: Readonly<Record<string, Absence>> = {
  CosXRef: { reason: 'The file has cross-reference streams; the reader refuses a table' },
  CosIIFilter: { reason: 'Inline images: the model reports their operators as undefined' },
  Op_Undefined: REFUSED,
  PDPerms: NO_FORMS,
  PDSigRef: NO_FORMS,
  PDSignature: NO_FORMS,
  PKCSDataObject: NO_FORMS,
  PDAcroForm: NO_FORMS,
  PDFormField: NO_FORMS,
  PDWidgetAnnot: LINKS,
  PDTrapNetAnnot: LINKS,
  PDPrinterMarkAnnot: LINKS,
  PDMediaClip: {
    reason: 'The pages have no media',
    names: ['Rendition', 'MediaClip', 'Screen', 'RichMedia'],
  },
  PDNamedAction: { reason: 'The only action opens the address of the QR code', names: ['Named'] },
  PDDeviceN: { reason: 'Chromium writes no spot colours', names: ['DeviceN', 'NChannel'] },
  PDSeparation: { reason: 'Chromium writes no spot colours', names: ['Separation'] },
  PDDeviceCMYK: REFUSED,
  PDICCBasedCMYK: { reason: 'Chromium converts images in CMYK; the model refuses a CMYK profile' },
  PDXForm: { reason: 'Chromium draws the pages without form XObjects; the model reports them' },
  PDMaskImage: { reason: 'Chromium writes no stencil masks; the model reports them', names: ['ImageMask'] },
  PDHalftone: { reason: 'Chromium writes no halftones', names: ['HT', 'HalftoneType'] },
  CosRenderingIntent: { reason: 'Chromium writes no rendering intents', names: ['RI', 'Intent'] },
  JPEG2000: { reason: 'A logo is a PNG, a JPEG or an SVG', names: ['JPXDecode'] },
  CMapFile: IDENTITY,
  PDReferencedCMap: IDENTITY,
  PDType1Font: SIMPLE_FONTS,
  PDTrueTypeFont: SIMPLE_FONTS,
  TrueTypeFontProgram: SIMPLE_FONTS,
  ExtensionSchemaValueType: NO_TYPES,
  ExtensionSchemaField: NO_TYPES,
  PDOCConfig: { reason: 'The pages have no optional content', names: ['OCProperties', 'OCG', 'OCMD'] },
  PDFUAIdentification: {
    reason: 'PDF/UA is not claimed (ops/adr/0026); a test checks a packet that claims it',
  },
  PDOutline: { reason: 'An invoice has no outline', names: ['Outlines'] },
  PDEncryption: { reason: 'The file is not encrypted', names: ['Encrypt'] },
  SENonStandard: REFUSED,
  SETFoot: STANDARD,
  SETOC: STANDARD,
  SETOCI: STANDARD,
  SEH: STANDARD,
  SEFormula: STANDARD,
  SENote: STANDARD,
  SEForm: STANDARD,
};
