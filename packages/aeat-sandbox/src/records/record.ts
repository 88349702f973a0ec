/* The content of a message as literals, which are hashed, stored and returned unchanged. */

export type InvoiceId = {
  readonly nif: string;
  readonly number: string;
  /** dd-mm-yyyy */ readonly date: string;
};

export type Party = {
  readonly name: string;
  readonly nif: string | null;
  /** IDOtro. */
  readonly other: { readonly country: string | null; readonly idType: string; readonly id: string } | null;
};

export type Sistema = {
  readonly producer: Party;
  readonly name: string;
  readonly id: string;
  readonly version: string;
  readonly installation: string;
  readonly onlyVerifactu: string;
  readonly multiplePossible: string;
  readonly multiple: string;
};

export type Detalle = {
  readonly impuesto: string | null;
  readonly regimen: string | null;
  readonly calificacion: string | null;
  readonly exenta: string | null;
  readonly rate: string | null;
  readonly base: string;
  readonly baseAtCost: string | null;
  readonly tax: string | null;
  readonly surchargeRate: string | null;
  readonly surcharge: string | null;
};

/** The members of both kinds of record. */
export type RecordCore = {
  readonly id: InvoiceId;
  readonly refExterna: string | null;
  readonly rechazoPrevio: string | null;
  /** The invoice and huella of the previous record; null in the first record of a chain. */
  readonly previous: { readonly id: InvoiceId; readonly huella: string } | null;
  readonly sistema: Sistema;
  readonly generatedAt: string;
  readonly huella: string;
};

export type Alta = RecordCore & {
  readonly kind: 'Alta';
  readonly issuerName: string;
  readonly subsanacion: string | null;
  readonly type: string;
  readonly rectification: string | null;
  readonly rectified: readonly InvoiceId[] | null;
  readonly substituted: readonly InvoiceId[] | null;
  readonly rectifiedAmount: {
    readonly base: string;
    readonly tax: string;
    readonly surcharge: string | null;
  } | null;
  readonly operationDate: string | null;
  readonly description: string;
  readonly simplified7273: string | null;
  readonly unidentified61d: string | null;
  readonly macrodato: string | null;
  readonly issuedBy: string | null;
  readonly third: Party | null;
  readonly recipients: readonly Party[] | null;
  readonly coupon: string | null;
  readonly lines: readonly Detalle[];
  readonly taxTotal: string;
  readonly total: string;
  readonly agreement: string | null;
  readonly systemAgreement: string | null;
};

export type Anulacion = RecordCore & {
  readonly kind: 'Anulacion';
  readonly sinRegistroPrevio: string | null;
  readonly generatedBy: string | null;
  readonly generator: Party | null;
};

export type SifRecord = Alta | Anulacion;

/**
 * Names the chain of a record: one per obligado, producer's system and installation (Orden
 * HAC/1177/2024 art. 7).
 */
export function nameChain(record: SifRecord): string {
  const { producer, id, installation } = record.sistema;
  const maker = producer.nif ?? `${producer.other?.country ?? ''}:${producer.other?.id ?? ''}`;
  return `${record.id.nif}|${maker}|${id}|${installation}`;
}

/** Returns the key of an invoice in maps. */
export function nameInvoice({ nif, number, date }: InvoiceId): string {
  return `${nif}|${date}|${number}`;
}
