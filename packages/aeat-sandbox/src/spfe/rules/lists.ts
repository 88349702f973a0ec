/* The code lists of Annexes I and II of Orden HAC/1028/2026. Numeric codes have two digits. */

const codes = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** L1, the types. 384 and 471 rectify. */
export const TYPES = codes('380 384 388 389 471');
export const RECTIFYING = codes('384 471');
/** The types whose document the recipient issues. */
export const SELF_BILLED = codes('389 471');
/** L2A, L2B, L2C by the name of their group. */
export const RECTIFICATION_CODES: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['RECT:TIPO', codes('R1 R2 R3 R4')],
  ['RECT:MODALIDAD', codes('I S')],
  ['RECT:IMPORTES', codes('Base Cuota CuotaRecargo')],
]);
/** L3, the keys of regimes by national tax. */
export const REGIMES: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['IVA', codes('01 02 03 04 05 06 07 08 09 11 14 15')],
  ['IGIC', codes('01 02 03 04 05 06 07 08 09 11 14 15 17 18 19')],
  ['IPSI', codes('01 08 11 19 20')],
]);
/** L4, the categories. */
export const CATEGORIES = codes('S Z E AE O G L M N D F');
/** L5, the concepts of withholdings. */
export const CONCEPTS = codes('01 02 03 04 05 06 07 08 09 10 11');
/** L6, the situations of a property. */
export const SITUATIONS = codes('01 02 03 04');
/** L7, what is collected or withheld beside the invoice. */
export const COLLECTED = codes('SUPL MINO RETE IEDMT OTROS');
/** L8, the properties of a line. */
export const PROPERTIES = codes('RCAT REGI INFO');
/** L9, taxes and levies in a charge. */
export const LEVIES = codes('IEH IECE IEPI IEA IET IELC IEE IEC IEP IEDE IMPTAS RESTO');
/** L10, the documents. */
export const DOCUMENTS = codes('QR AUT RECT:TIPO RECT:MODALIDAD RECT:IMPORTES');
/** L1 of Annex II, the reasons of a rejection. */
export const REJECTION_REASONS = codes('01 02');

export const PROCESS = 'urn:aeat:names:specification:ubl:schema:profile:B2B';
export const SPECIFICATION = 'urn:cen.eu:en16931:2026#conformant#urn:aeat.es:spfe:1.0.0:extended';
export const THIRD_PARTY = 'FacturaciónPorTercero';
