/** An error that is answered with a SOAP Fault. Nothing of the message was registered. */
export class MessageFault extends Error {
  readonly code: number;
  /** The name of the field, or the invalid values, which follow AEAT's text. */
  readonly detail: string;

  constructor(code: number, detail = '') {
    super(`${code} ${detail}`);
    this.name = 'MessageFault';
    this.code = code;
    this.detail = detail;
  }
}
