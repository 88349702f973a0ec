import type { InvoiceIdentity } from '../invoice/invoice-identity.ts';

/*
 * AEAT's answers as far as something is decided by them. The texts are AEAT's own, in Spanish.
 */

export type RecordKind = 'alta' | 'anulacion';

/** AEAT's word on a registration record; it never changes. */
export type RecordAnswerState = 'accepted' | 'accepted_with_errors' | 'rejected';

/** An error of AEAT's catalogue. */
export type AeatError = {
  /** null where AEAT gave none. */
  readonly code: number | null;
  readonly text: string | null;
};

/** State of an invoice in AEAT's register. */
export type RegisteredState = 'accepted' | 'accepted_with_errors' | 'annulled';

/** RegistroDuplicado: what AEAT already has under the identity of a refused record. */
export type RegisteredDuplicate = AeatError & {
  /** IdPeticion of the message that registered it. */
  readonly requestId: string | null;
  readonly state: RegisteredState;
};

/** RespuestaLinea: what became of one record. */
export type AnswerLine = InvoiceIdentity &
  AeatError & {
    readonly kind: RecordKind;
    /** RefExterna, echoed; null where AEAT left it out. */
    readonly externalReference: string | null;
    readonly status: RecordAnswerState;
    readonly duplicate: RegisteredDuplicate | null;
  };

/** RespuestaRegFactuSistemaFacturacion. */
export type RegistrationAnswer = {
  /** It cannot be had a second time. null where no record was accepted. */
  readonly csv: string | null;
  readonly presenterNif: string | null;
  /** TimestampPresentacion, by AEAT's clock. */
  readonly presentedAt: Date | null;
  /** TiempoEsperaEnvio; null where AEAT left it empty. */
  readonly waitSeconds: number | null;
  readonly lines: readonly AnswerLine[];
  /** Lines that lack what names a record or its state. Their records count as not answered. */
  readonly unreadableLines: number;
};

/** One invoice as AEAT's register has it now: not its records, of which there may be several. */
export type ConsultedRecord = InvoiceIdentity &
  AeatError & {
    readonly externalReference: string | null;
    /** NumeroInstalacion of the system that sent it, which names one of our chains or somebody else's; null where AEAT gave none. */
    readonly installationNumber: string | null;
    /** Of the record that made the present state, as it was sent; null where AEAT gave none. */
    readonly hash: string | null;
    readonly state: RegisteredState;
  };

/** RespuestaConsultaFactuSistemaFacturacion. */
export type ConsultaAnswer = {
  readonly records: readonly ConsultedRecord[];
  /** ClavePaginacion to ask for the next page with; null on the last one, and where it cannot be read. */
  readonly nextPage: InvoiceIdentity | null;
  /** Whether all of it could be read. Where not, what it does not show may be registered all the same. */
  readonly isWhole: boolean;
};

/** A SOAP Fault: the message as a whole was refused. */
export type Fault = AeatError & {
  /** `client`: the message is at fault, nothing of it was registered. `server`: AEAT is, nothing is known. */
  readonly side: 'client' | 'server';
};
