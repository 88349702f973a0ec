/* A record of the book of issued invoices as literals. Names of lists and blocks are AEAT's. */

/** What identifies an invoice in the book. */
export type BookId = {
  readonly nif: string;
  readonly number: string;
  /** dd-mm-yyyy */ readonly date: string;
};
/** PeriodoLiquidacion: a year, and a month (`01`) or a quarter (`1T`). */
export type Period = { readonly year: string; readonly period: string };

export type Counterparty = {
  readonly name: string;
  readonly representative: string | null;
  readonly nif: string | null;
  /** IDOtro. */
  readonly other: { readonly country: string | null; readonly idType: string; readonly id: string } | null;
};

export type VatRow = {
  readonly rate: string | null;
  readonly base: string;
  readonly tax: string | null;
  readonly surchargeRate: string | null;
  readonly surcharge: string | null;
};
export type ExemptRow = { readonly cause: string | null; readonly base: string };

/** DesgloseFactura, or PrestacionServicios or Entrega of DesgloseTipoOperacion. */
export type Block = {
  readonly name: 'DesgloseFactura' | 'PrestacionServicios' | 'Entrega';
  /** Sujeta; null if it is absent. */
  readonly subject: {
    readonly exempt: readonly ExemptRow[] | null;
    readonly taxable: { readonly kind: string; readonly rows: readonly VatRow[] } | null;
  } | null;
  /** NoSujeta; null if it is absent. */
  readonly notSubject: { readonly byArticles: string | null; readonly byPlace: string | null } | null;
};

export type IssuedInvoice = {
  readonly id: BookId;
  /** NumSerieFacturaEmisorResumenFin. */
  readonly lastNumber: string | null;
  readonly period: Period;
  readonly type: string;
  readonly rectification: string | null;
  readonly grouped: boolean;
  readonly rectified: boolean;
  readonly rectifiedAmount: boolean;
  readonly operationDate: string | null;
  /** The principal key, then the additional ones; null for those that are absent. */
  readonly keys: readonly [principal: string, first: string | null, second: string | null];
  readonly agreement: string | null;
  readonly total: string | null;
  readonly baseAtCost: string | null;
  readonly description: string;
  readonly reference: string | null;
  /** FacturaSimplificadaArticulos7.2_7.3. */
  readonly qualified: string | null;
  readonly successor: { readonly name: string; readonly nif: string } | null;
  /** RegPrevioGGEEoREDEMEoCompetencia. */
  readonly earlier: string | null;
  readonly macrodata: string | null;
  readonly properties: readonly { readonly situation: string; readonly reference: string | null }[] | null;
  /** ImporteTransmisionInmueblesSujetoAIVA. */
  readonly transfer: string | null;
  readonly byThirdParty: string | null;
  readonly gasMarket: string | null;
  readonly coupon: string | null;
  /** FacturaSinIdentifDestinatarioAritculo6.1.d. */
  readonly unidentified: string | null;
  readonly counterparty: Counterparty | null;
  readonly breakdown: 'DesgloseFactura' | 'DesgloseTipoOperacion';
  readonly blocks: readonly Block[];
};

/** Returns the key of an invoice in maps. */
export function nameEntry({ nif, number, date }: BookId): string {
  return `${nif}|${date}|${number}`;
}
