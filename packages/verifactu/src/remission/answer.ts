import type { InvoiceIdentity } from '../records/invoice-identity.ts';

/*
 * The parts of AEAT's answers that decisions depend on. The texts are AEAT's own, in Spanish.
 */

export type RecordKind = 'alta' | 'anulacion';

/** AEAT's answer to a registration record; it never changes. */
export type RecordAnswerState = 'accepted' | 'accepted_with_errors' | 'rejected';

/** An error of AEAT's catalogue. */
export type AeatError = {
  /** null if AEAT gave none. */
  readonly code: number | null;
  readonly text: string | null;
};

/** State of an invoice in AEAT's register. */
export type RegisteredState = 'accepted' | 'accepted_with_errors' | 'annulled';

/** RegistroDuplicado: the record that AEAT already has under the identity of a refused record. */
export type RegisteredDuplicate = AeatError & {
  /** IdPeticion of the message that registered it. */
  readonly requestId: string | null;
  readonly state: RegisteredState;
};

/** RespuestaLinea: AEAT's result for one record. */
export type AnswerLine = InvoiceIdentity &
  AeatError & {
    readonly kind: RecordKind;
    /** RefExterna, echoed; null if AEAT omitted it. */
    readonly externalReference: string | null;
    readonly status: RecordAnswerState;
    readonly duplicate: RegisteredDuplicate | null;
  };

/** RespuestaRegFactuSistemaFacturacion. */
export type RegistrationAnswer = {
  /** The CSV, which AEAT gives only once; null if no record was accepted. */
  readonly csv: string | null;
  readonly presenterNif: string | null;
  /** TimestampPresentacion, by AEAT's clock. */
  readonly presentedAt: Date | null;
  /** TiempoEsperaEnvio, in seconds; null if AEAT left it empty. */
  readonly waitSeconds: number | null;
  readonly lines: readonly AnswerLine[];
  /** Number of lines without a record's identity or state. Their records count as not answered. */
  readonly unreadableLines: number;
};

/**
 * The present state of one invoice in AEAT's register. It is not a single record: an invoice may
 * have several.
 */
export type ConsultedRecord = InvoiceIdentity &
  AeatError & {
    readonly externalReference: string | null;
    /**
     * NumeroInstalacion of the system that sent it, which identifies one of our chains or another
     * system; null if AEAT gave none.
     */
    readonly installationNumber: string | null;
    /** Huella, as sent, of the record that led to the present state; null if AEAT gave none. */
    readonly hash: string | null;
    readonly state: RegisteredState;
  };

/** RespuestaConsultaFactuSistemaFacturacion. */
export type ConsultaAnswer = {
  readonly records: readonly ConsultedRecord[];
  /**
   * ClavePaginacion for the query of the next page; null on the last page or if it cannot be read.
   */
  readonly nextPage: InvoiceIdentity | null;
  /**
   * Whether the whole answer could be read. If not, invoices that it does not show may still be
   * registered.
   */
  readonly isWhole: boolean;
};

/** A SOAP Fault: AEAT refused the whole message. */
export type Fault = AeatError & {
  /**
   * `client`: the message is at fault, and none of its records was registered. `server`: AEAT is at
   * fault, and the result is unknown.
   */
  readonly side: 'client' | 'server';
};
