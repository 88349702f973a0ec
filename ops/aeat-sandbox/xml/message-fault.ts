/** What is answered with a SOAP Fault: nothing of the message was registered. */
export class MessageFault extends Error {
  readonly code: number;
  /** Follows AEAT's text: a field's name or the values that were wrong. */
  readonly detail: string;

  constructor(code: number, detail = '') {
    super(`${code} ${detail}`);
    this.name = 'MessageFault';
    this.code = code;
    this.detail = detail;
  }
}
