import type { InvoiceIdentity } from 'verifactu-protocol/records/invoice-identity';
import type { FoundAnswer, SubmissionAnswer } from '../../../domain/spfe/messages/document-status.ts';

/*
 * The port to AEAT's public solution (SPFE), whose service is not published. It never sends anything
 * twice, and every failure is an outcome.
 */

/** How a request ended. `raw` is the body of the response as received. */
export type SpfeOutcome<Answer> =
  | { readonly kind: 'answered'; readonly answer: Answer; readonly raw: Buffer }
  /** The whole request is refused: nothing of it was taken. */
  | SpfeFault
  /** No byte of the request was sent. */
  | { readonly kind: 'not_sent'; readonly reason: NotSentReason; readonly detail: string }
  /** It may have been taken. */
  | {
      readonly kind: 'unknown';
      readonly reason: string;
      readonly detail: string;
      readonly raw: Buffer | null;
    };

export type SpfeFault = {
  readonly kind: 'fault';
  /** AEAT's code, or `HTTP 403` for a refusal without one; null if neither says which. */
  readonly code: string | null;
  readonly text: string | null;
  readonly raw: Buffer;
};

export type NotSentReason =
  /** There is no transport. */
  | 'no_transport'
  /** The certificate cannot be used, or TLS failed. */
  | 'certificate'
  | 'tls'
  /** There is no connection to the service. */
  | 'unreachable'
  /** The time to send was over before a byte was sent, or the process stops. */
  | 'late';

/** The days of a list of registered documents, `YYYY-MM-DD`, in one fiscal year. */
export type RegisteredFilter = { readonly from: string; readonly to: string };

/**
 * The services of the SPFE, for one issuer. `leaseLeftMs` returns how long no other worker sends the
 * same, in ms: nothing is sent unless its own time limit ends before.
 */
export type SpfeTransport = AsyncDisposable & {
  /** Sends 1 to 100 invoices or copies. */
  send(documents: readonly Buffer[], leaseLeftMs: () => number): Promise<SpfeOutcome<SubmissionAnswer>>;
  /** Sends a message that withdraws invoices. */
  cancel(message: Buffer, leaseLeftMs: () => number): Promise<SpfeOutcome<SubmissionAnswer>>;
  /** Sends a message with 1 to 100 events of the issuer. */
  report(message: Buffer, leaseLeftMs: () => number): Promise<SpfeOutcome<SubmissionAnswer>>;
  /** Asks how the SPFE has 1 to 1000 documents. */
  find(codes: readonly InvoiceIdentity[]): Promise<SpfeOutcome<FoundAnswer>>;
  /** Asks for a page of the documents that the issuer's systems registered. @param page null for the first. */
  list(filter: RegisteredFilter, page: string | null): Promise<SpfeOutcome<FoundAnswer>>;
  /** Asks for the files of 1 to 100 documents. Those that the SPFE does not have are missing. */
  download(codes: readonly InvoiceIdentity[]): Promise<SpfeOutcome<readonly Buffer[]>>;
};
