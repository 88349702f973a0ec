import type { ServiceName } from '../http/service-names.ts';
import type { UniqueCode } from '../spfe/book/change.ts';

/** A line of a message and its outcome. */
export type LoggedLine = {
  /** The number and date of issue of an invoice, or the NIF of a question. */
  readonly about: string;
  readonly state: string | null;
  readonly code: number | null;
  readonly text: string | null;
};

/** A document or an invoice that a message to the SPFE contains, whether it was processed or not. */
export type LoggedMember = {
  readonly code: UniqueCode;
  /** The service to which a document was sent, or the response code about an invoice. */
  readonly act: string;
  /** The SHA-256 of a document as it was sent; null of others. */
  readonly sha256: string | null;
  readonly isCopy: boolean;
};

/** A message to a service that keeps no chains, with its bytes. */
export type LoggedMessage = {
  readonly sequence: number;
  readonly service: ServiceName;
  /** The time in ISO 8601, UTC, with milliseconds. */
  readonly receivedAt: string;
  /** The element in the body; null if it is no message of the service. */
  readonly operation: string | null;
  /** TipoComunicacion of SII. */
  readonly communication: string | null;
  readonly nif: string | null;
  readonly presenter: string | null;
  readonly bytes: number;
  readonly sha256: string;
  /** The fault on demand that was applied to it. */
  readonly injected: string | null;
  /** The SOAP Fault for an error in the message itself. */
  readonly fault: { readonly code: number; readonly text: string } | null;
  readonly csv: string | null;
  readonly lines: readonly LoggedLine[];
  /** Of the SPFE alone. */
  readonly members?: readonly LoggedMember[];
  readonly end: MessageEnd | null;
  readonly raw: {
    /** The received bytes, compressed by `deflate`, in base64. */
    readonly request: string;
    /** The answer before faults changed it, in the same form; null if there was none. */
    readonly answer: string | null;
  };
};

/** What a service knows of a message before it is recorded. */
export type ReceivedMessage = Omit<
  LoggedMessage,
  'receivedAt' | 'presenter' | 'bytes' | 'sha256' | 'end' | 'raw'
>;

export type MessageEnd = {
  readonly at: string;
  /** Whether the answer left this process completely. The client may still have lost it. */
  readonly delivered: boolean;
};
