import type { InvoiceId, SifRecord } from '../records/record.ts';
import type { Operation } from '../schema/open-envelope.ts';

export type RecordState = 'Correcto' | 'AceptadoConErrores' | 'Incorrecto';

/** A record of an envelope and its outcome. */
export type LoggedRecord = {
  readonly kind: SifRecord['kind'];
  readonly id: InvoiceId;
  readonly subsanacion: string | null;
  readonly rechazoPrevio: string | null;
  readonly sinRegistroPrevio: string | null;
  readonly refExterna: string | null;
  readonly chain: string;
  readonly previous: SifRecord['previous'];
  readonly generatedAt: string;
  readonly huella: string;
  /** Whether the huella agrees with the record's literals. */
  readonly hashMatches: boolean;
  /** The SHA-256 over the content of the record. A record that is sent again must have the same. */
  readonly digest: string;
  /** null if the envelope was never processed. */
  readonly state: RecordState | null;
  readonly code: number | null;
  readonly text: string | null;
  /** The position among all stored records, from 1; null if the record was not stored. */
  readonly order: number | null;
};

/** An arrival at the service. */
export type LogEntry = {
  readonly sequence: number;
  /** The time in ISO 8601, UTC, with milliseconds. */
  readonly receivedAt: string;
  readonly operation: Operation | null;
  readonly bytes: number;
  readonly sha256: string;
  readonly obligado: string | null;
  readonly presenter: string | null;
  readonly hasIncident: boolean;
  readonly chains: readonly string[];
  /** The time in milliseconds by which it came before its wait was over; 0 if it was in time. */
  readonly earlyBy: number;
  /** The envelopes of the same chain that were not answered yet. */
  readonly overlaps: readonly number[];
  /** The fault on demand that was applied to it. */
  readonly injected: string | null;
  /** The SOAP Fault for an error in the message itself. */
  readonly fault: { readonly code: number; readonly text: string } | null;
  readonly csv: string | null;
  readonly records: readonly LoggedRecord[];
  readonly answer: LoggedAnswer | null;
};

export type LoggedAnswer = {
  readonly at: string;
  /** Whether the answer left this process completely. The client may still have lost it. */
  readonly delivered: boolean;
  /** The TiempoEsperaEnvio of the answer; null if it had none. */
  readonly waitSeconds: number | null;
};
