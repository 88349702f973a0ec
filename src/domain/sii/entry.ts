import type { InvoiceType } from '../../contracts/codes.ts';
import type { InvoiceIdentity } from 'verifactu-protocol/records/invoice-identity';
import type { Party } from 'verifactu-protocol/records/registered-invoice';

/*
 * The data of an issued invoice that a RegistroLRFacturasEmitidas states (AEAT's SuministroLR.xsd
 * and SuministroInformacion.xsd 1.1). Amounts are decimal strings in euros.
 */

/** PeriodoLiquidacion. */
export type BookPeriod = {
  /** Ejercicio. */
  readonly fiscalYear: number;
  /** Periodo: `01` to `12`, or `1T` to `4T`. */
  readonly period: string;
};

/** ClaveRegimenEspecialOTrascendencia, AEAT's list L3.1, as far as invoices of the engine have it. */
export const SII_KEYS = [
  '01',
  '02',
  '03',
  '04',
  '05',
  '06',
  '07',
  '08',
  '10',
  '11',
  '12',
  '13',
  '14',
  '15',
  '16',
  '17',
] as const;
export type SiiKey = (typeof SII_KEYS)[number];

/** DetalleIVA. */
export type VatRow = {
  readonly rate: string;
  readonly base: string;
  readonly tax: string;
  /** TipoRecargoEquivalencia and CuotaRecargoEquivalencia. */
  readonly surcharge?: { readonly rate: string; readonly amount: string };
};

/** CausaExencion, AEAT's list L9. */
export type ExemptionCause = 'E1' | 'E2' | 'E3' | 'E4' | 'E5' | 'E6';

/** Sujeta and NoSujeta of one block. Absent parts are not stated. */
export type Block = {
  /** DetalleExenta. */
  readonly exempt: readonly { readonly cause: ExemptionCause; readonly base: string }[];
  /** NoExenta: TipoNoExenta with its rows. */
  readonly taxed: { readonly kind: 'S1' | 'S2' | 'S3'; readonly rows: readonly VatRow[] } | null;
  /** ImportePorArticulos7_14_Otros. */
  readonly otherwiseNotSubject: string | null;
  /** ImporteTAIReglasLocalizacion. */
  readonly locatedElsewhere: string | null;
};

/** TipoDesglose: the whole invoice, or what it supplies of services and of goods. */
export type Breakdown =
  | { readonly kind: 'invoice'; readonly block: Block }
  | { readonly kind: 'operation'; readonly services: Block | null; readonly goods: Block | null };

/** An invoice of the issuer that a record refers to, without its NIF. */
export type Reference = Pick<InvoiceIdentity, 'number' | 'issueDate'>;

/** FacturaExpedida, in the order of the schema. */
export type IssuedInvoice = {
  readonly type: InvoiceType;
  readonly rectification: {
    readonly method: 'S' | 'I';
    readonly invoices: readonly Reference[];
    /** ImporteRectificacion. */
    readonly replaced: { readonly base: string; readonly tax: string; readonly surcharge?: string } | null;
  } | null;
  /** FacturasAgrupadas. */
  readonly groups: readonly Reference[];
  /** FechaOperacion, `YYYY-MM-DD`; null if it is the issue date. */
  readonly operationDate: string | null;
  /** One to three keys, the principal one first. */
  readonly keys: readonly SiiKey[];
  /** ImporteTotal; null where the book cannot compare it with the amounts. */
  readonly total: string | null;
  readonly costBase: string | null;
  readonly description: string;
  readonly isQualifiedSimplified: boolean;
  /** RegPrevioGGEEoREDEMEoCompetencia. */
  readonly isBeforeInclusion: boolean;
  readonly isMacrodato: boolean;
  /** DatosInmueble. */
  readonly properties: readonly { readonly situation: string; readonly cadastralReference: string | null }[];
  readonly isIssuedByOther: boolean;
  readonly hasSeveralRecipients: boolean;
  readonly hasCoupon: boolean;
  readonly hasUnidentifiedRecipient: boolean;
  readonly counterparty: Party | null;
  readonly breakdown: Breakdown;
};

/** The entry of an invoice in the book of issued invoices. */
export type SiiEntry = BookPeriod & {
  readonly issuer: { readonly nif: string; readonly name: string };
  /** `YYYY-MM-DD`. */
  readonly issueDate: string;
  readonly invoice: IssuedInvoice;
};
