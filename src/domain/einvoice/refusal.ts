import type { ElectronicFormat } from '../../contracts/electronic-formats.ts';
import { type Text, onlyEnglish } from '../../contracts/messages/texts.ts';

/**
 * Why a format cannot express an invoice: the rule, for example `BR-O-11`, and a sentence that
 * names the cause.
 */
export type Refusal = {
  readonly rule: string;
  readonly message: Text;
  /**
   * Path of the member of an invoice of version 2 that decides it: `lines[0].period`; absent if it
   * is not one.
   */
  readonly member?: string;
};

/**
 * Returns the path of the member that decides that a format cannot express an invoice: the type of
 * the invoice if no other one does.
 */
export function memberOf({ member = 'invoice_type' }: Refusal): string {
  return member;
}

/**
 * Thrown by a builder of terms: the invoice cannot be expressed. The caller answers 422 with the
 * formats that can express it.
 */
export class NotExpressible extends Error {
  readonly refusal: Refusal;

  constructor(rule: string, message: Text, member?: string) {
    super(`${rule}: ${message.en}`);
    this.name = 'NotExpressible';
    this.refusal = { rule, message, ...(member !== undefined && { member }) };
  }
}

/**
 * Reads the rule and the reason from the stored message of `NotExpressible`. No rule contains a
 * colon followed by a blank.
 */
export function readRefusal(message: string): Refusal {
  const [rule = '', ...rest] = message.split(': ');
  return { rule, message: onlyEnglish(rest.join(': ')) };
}

/**
 * The formats of an invoice, each with the reason for which it cannot express it; null if it can.
 */
export type FormatStates = ReadonlyMap<ElectronicFormat, Refusal | null>;
