import type { ConsultaAnswer, Fault, RegistrationAnswer } from '../remission/answer.ts';

/** The reason why the result of a message is unknown. */
export type UnknownReason =
  /** No connection: refused, unknown host, or no route. */
  | 'refused'
  /** The certificate of either side was not accepted, or TLS failed in another way. */
  | 'tls'
  | 'timeout'
  /** The connection ended before an answer began. */
  | 'reset'
  /** The response is not HTTP. */
  | 'not_http'
  /** HTTP 3xx. AEAT redirects clients without a suitable certificate to an error page. */
  | 'redirected'
  /** A status other than 200, without a SOAP fault. */
  | 'http_status'
  /** The response is HTML, empty, or not well-formed XML. */
  | 'not_xml'
  /** The answer ended before it was complete. */
  | 'truncated'
  /** The answer exceeds the size limit. */
  | 'too_large'
  /** The response is XML, but not AEAT's answer to this message. */
  | 'wrong_namespace'
  /**
   * The time to send the message ended before all of it was sent, because the process was delayed.
   */
  | 'late'
  /** The client was closed. */
  | 'aborted';

/** HTTP data of an answer, in addition to its message. */
export type AnswerFrame = {
  readonly status: number;
  /** The `Date` header of the answer, which is the clock of the server. */
  readonly serverDate: Date | null;
  /**
   * The text of the answer as received. U+0000, which PostgreSQL cannot store, is replaced by
   * U+FFFD.
   */
  readonly raw: string;
};

export type UnknownOutcome = {
  readonly kind: 'unknown';
  readonly reason: UnknownReason;
  /** A one-line description for logs and operators. */
  readonly detail: string;
  /**
   * false when it is certain that the message was not sent completely. AEAT then has not registered
   * it either.
   */
  readonly sent: boolean;
  readonly status: number | null;
  readonly serverDate: Date | null;
  /** The beginning of the response, at most 64 KiB. */
  readonly raw: string | null;
};

/** The result of a message to AEAT. These are all possible cases; none of them is an exception. */
export type Outcome<Answer> =
  | ({ readonly kind: 'answered'; readonly answer: Answer } & AnswerFrame)
  | ({ readonly kind: 'fault'; readonly fault: Fault } & AnswerFrame)
  | UnknownOutcome;

export type SubmitOutcome = Outcome<RegistrationAnswer>;
export type ConsultOutcome = Outcome<ConsultaAnswer>;
