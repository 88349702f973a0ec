import type { ConsultaAnswer, Fault, RegistrationAnswer } from '../../domain/verifactu/answer.ts';

/** Why nothing is known about a message. */
export type UnknownReason =
  /** No connection: refused, no such host, no way to it. */
  | 'refused'
  /** Either side's certificate, or another failure of TLS. */
  | 'tls'
  | 'timeout'
  /** The connection broke before an answer began. */
  | 'reset'
  /** What came back is no HTTP. */
  | 'not_http'
  /** HTTP 3xx. AEAT sends to an error page who shows no suitable certificate. */
  | 'redirected'
  /** Another status than 200, and no SOAP Fault. */
  | 'http_status'
  /** HTML, nothing, or what is not well-formed. */
  | 'not_xml'
  /** The answer broke off. */
  | 'truncated'
  /** The answer is larger than what is read of one. */
  | 'too_large'
  /** XML, but not AEAT's answer to this message. */
  | 'wrong_namespace'
  /** The time in which it might leave was over before all of it had left: the process was held up. */
  | 'late'
  /** The client was closed. */
  | 'aborted';

/** What is known of an HTTP exchange beside its message. */
export type AnswerFrame = {
  readonly status: number;
  /** `Date` of the answer: the server's clock. */
  readonly serverDate: Date | null;
  /** The answer's text as it came; U+0000, which PostgreSQL cannot keep, replaced by U+FFFD. */
  readonly raw: string;
};

export type UnknownOutcome = {
  readonly kind: 'unknown';
  readonly reason: UnknownReason;
  /** One line for logs and operators. */
  readonly detail: string;
  /** false where surely the message did not leave, or not the whole of it: then it was not registered either. */
  readonly sent: boolean;
  readonly status: number | null;
  readonly serverDate: Date | null;
  /** The beginning of what came back, at most 64 KiB. */
  readonly raw: string | null;
};

/** What became of a message to AEAT: closed, and without exceptions. */
export type Outcome<Answer> =
  | ({ readonly kind: 'answered'; readonly answer: Answer } & AnswerFrame)
  | ({ readonly kind: 'fault'; readonly fault: Fault } & AnswerFrame)
  | UnknownOutcome;

export type SubmitOutcome = Outcome<RegistrationAnswer>;
export type ConsultOutcome = Outcome<ConsultaAnswer>;
