import type { InvoiceIdentity } from './invoice-identity.ts';

/*
 * The data of an invoice that a RegistroAlta states (RegistroFacturacionAltaType in AEAT's
 * SuministroInformacion.xsd). Amounts and rates are decimal strings, which the record and its
 * huella contain as they are.
 */

/** TipoFactura, AEAT's list L2. */
export type InvoiceType = 'F1' | 'F2' | 'F3' | 'R1' | 'R2' | 'R3' | 'R4' | 'R5';

/** IDOtro: the identification of a person or an entity without NIF. */
export type OtherIdentification = {
  /**
   * CodigoPais, as ISO 3166-1 alpha-2; null if none is stated. A country that AEAT's list lacks is
   * registered as QU.
   */
  readonly country: string | null;
  /**
   * IDType, AEAT's list L7: 02 VAT number, 03 passport, 04 official document of the country, 05
   * certificate of residence, 06 other document, 07 not in AEAT's census.
   */
  readonly type: '02' | '03' | '04' | '05' | '06' | '07';
  /** At most 20 characters. */
  readonly id: string;
};

/** A person or an entity, identified by a NIF or otherwise. */
export type Party = {
  readonly name: string;
  readonly identification: { readonly nif: string } | OtherIdentification;
};

/** What a rectification rectifies, and how (TipoRectificativa). */
export type Rectification = {
  readonly method: 'differences' | 'substitution';
  readonly invoices: readonly InvoiceIdentity[];
  /** ImporteRectificacion: the amounts that a rectification by substitution replaces. */
  readonly replaced?:
    | { readonly base: string; readonly tax: string; readonly surcharge?: string }
    | undefined;
};

/**
 * DetalleDesglose: a part of an invoice with one tax treatment. Either `operationKey` or
 * `exemption` is set. It has rate and tax if the operation is subject and not exempt (AEAT 1198,
 * 1208), otherwise neither (AEAT 1237, 1238).
 */
export type Detail = {
  /** Impuesto, AEAT's list L1: 01 IVA, 02 IPSI, 03 IGIC, 05 others. */
  readonly taxKind: '01' | '02' | '03' | '05';
  /** ClaveRegimen, AEAT's lists L8A and L8B. */
  readonly regime: string | null;
  /** CalificacionOperacion, AEAT's list L9: S1, S2, N1 or N2. */
  readonly operationKey: string | null;
  /** OperacionExenta, AEAT's list L10: E1 to E8. */
  readonly exemption: string | null;
  /** TipoImpositivo, in per cent. */
  readonly rate: string | null;
  /** BaseImponibleOimporteNoSujeto. */
  readonly base: string;
  /** BaseImponibleACoste, with regime 06. */
  readonly costBase?: string | undefined;
  /** CuotaRepercutida. */
  readonly tax: string | null;
  /** TipoRecargoEquivalencia, in per cent, and CuotaRecargoEquivalencia. */
  readonly surchargeRate?: string | undefined;
  readonly surcharge?: string | undefined;
};

export type RegisteredInvoice = {
  /** IDEmisorFactura and NombreRazonEmisor. */
  readonly issuer: { readonly nif: string; readonly name: string };
  readonly number: string;
  /** `YYYY-MM-DD`. */
  readonly issueDate: string;
  readonly type: InvoiceType;
  /** FechaOperacion, `YYYY-MM-DD`; null if it is the issue date. */
  readonly operationDate: string | null;
  /** DescripcionOperacion, at most 500 characters. */
  readonly description: string;
  /** Set with the types R1 to R5. */
  readonly rectification?: Rectification | undefined;
  /** FacturasSustituidas: the simplified invoices that an F3 replaces. */
  readonly replaces?: readonly InvoiceIdentity[] | undefined;
  /** FacturaSimplificadaArt7273. */
  readonly isQualifiedSimplified?: boolean | undefined;
  /** FacturaSinIdentifDestinatarioArt61d. */
  readonly hasUnidentifiedRecipient?: boolean | undefined;
  /**
   * EmitidaPorTerceroODestinatario; absent if the issuer itself makes out the invoice (AEAT 1186,
   * 1187).
   */
  readonly issuedBy?: 'recipient' | Party | undefined;
  /** Destinatarios. */
  readonly recipients: readonly Party[];
  readonly hasCoupon?: boolean | undefined;
  /** Desglose, 1 to 12 details. */
  readonly details: readonly Detail[];
  /** CuotaTotal: the sum of taxes and surcharges (AEAT 2006). */
  readonly taxTotal: string;
  /** ImporteTotal: the sum of bases, taxes and surcharges (AEAT 2005). */
  readonly total: string;
};
