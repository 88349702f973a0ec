import type { InvoiceId, SifRecord } from '../records/record.ts';
import type { Operation } from '../schema/open-envelope.ts';

export type RecordState = 'Correcto' | 'AceptadoConErrores' | 'Incorrecto';

/** One record of an envelope and what became of it. */
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
  /** Whether the huella is that of the record's own literals. */
  readonly hashMatches: boolean;
  /** SHA-256 over all that the record says: what is sent again must say the same. */
  readonly digest: string;
  /** null where the envelope was never looked into. */
  readonly state: RecordState | null;
  readonly code: number | null;
  readonly text: string | null;
  /** Place among all that was ever stored, from 1; null where it was not stored. */
  readonly order: number | null;
};

/** One arrival at the service. */
export type LogEntry = {
  readonly sequence: number;
  /** ISO 8601, UTC, milliseconds. */
  readonly receivedAt: string;
  readonly operation: Operation | null;
  readonly bytes: number;
  readonly sha256: string;
  readonly obligado: string | null;
  readonly presenter: string | null;
  readonly hasIncident: boolean;
  readonly chains: readonly string[];
  /** By how many milliseconds it came before its wait was over; 0 in time. */
  readonly earlyBy: number;
  /** Envelopes of the same chain that were not answered yet. */
  readonly overlaps: readonly number[];
  /** The fault on demand that it met. */
  readonly injected: string | null;
  /** The SOAP Fault that it got for its own sake. */
  readonly fault: { readonly code: number; readonly text: string } | null;
  readonly csv: string | null;
  readonly records: readonly LoggedRecord[];
  readonly answer: LoggedAnswer | null;
};

export type LoggedAnswer = {
  readonly at: string;
  /** Whether all of it left this process. The client may have lost it all the same. */
  readonly delivered: boolean;
  /** TiempoEsperaEnvio as told; null where the answer had none. */
  readonly waitSeconds: number | null;
};
