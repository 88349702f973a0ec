import type { AnswerlessFault, FaultRequest } from '../faults/fault.ts';
import type { MessageKind, ServiceName } from './service-names.ts';

export type RawMessage = {
  readonly bytes: Uint8Array;
  readonly contentType: string | undefined;
  /** The NIF of the client certificate's holder; null without mutual TLS. */
  readonly presenter: string | null;
};
export type Reply = {
  readonly status: number;
  readonly body: string;
  /** Default: XML in UTF-8. */
  readonly contentType?: string;
};

/** A message that a service has read as far as possible, and what the service does with it. */
export type Reception = {
  /** null if it is no message of this service. */
  readonly kind: MessageKind | null;
  /** The NIF of the taxpayer for whom it was sent. */
  readonly nif: string | null;
  /** The operation of a service that has several beside `kind`. */
  readonly operation?: string | null;
  /** The numbers of the invoices in it, if faults distinguish them. */
  readonly numbers?: readonly string[];
  /** Logs that a fault came before anything was registered. @returns its number in the log. */
  readonly drop: (fault: AnswerlessFault) => number;
  /** Processes it, logs it and builds the answer. */
  readonly answer: (fault: FaultRequest | null) => Reply & { readonly sequence: number };
  /** Logs how its connection ended. */
  readonly end: (sequence: number, end: End) => void;
};
export type End = {
  /** The time in ISO 8601. */
  readonly at: string;
  /** Whether the answer left this process completely. */
  readonly delivered: boolean;
  /** Whether what was sent, if anything, is the answer of the service. */
  readonly isAnswer: boolean;
};

/** A SOAP service at one address. */
export type SoapService = {
  readonly name: ServiceName;
  readonly receive: (message: RawMessage) => Reception;
  /** Writes a SOAP Fault. @param code null for an internal error of the service. */
  readonly writeFault: (code: number | null) => string;
  /** The SOAP Fault for another method than POST. */
  readonly methodFault: string;
  /** The HTTP status of SOAP Faults; default: the setting `faultStatus`. */
  readonly faultStatus?: number;
};
