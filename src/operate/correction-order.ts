import { ApiError, describeRefusal } from '../contracts/api-error.ts';
import type { CorrectionErrorName } from '../contracts/api-error-catalogue.ts';
import type { SiiKind } from '../contracts/registers.ts';
import type { CorrectionAction } from '../contracts/correction-input.ts';
import { formatMessage } from '../contracts/messages/format-message.ts';
import type { Text } from '../contracts/messages/texts.ts';
import type { Correction } from 'verifactu-protocol/remission/decide-correction';

/* Orders to correct an issued invoice in the register that has it, and their refusals. */

/** Session of an API key with the right to correct. */
type OrderingKey = { readonly organizationId: number; readonly tokenHash: Buffer };

/**
 * Who orders the correction: an operator by command, an operator in the dashboard (by the stored
 * order), or an API key.
 */
type Ordering = { readonly operator: string } | { readonly orderId: number } | { readonly key: OrderingKey };

/** A correction of an issued invoice that an operator or an organization orders. */
export type CorrectionOrder = Ordering & {
  readonly invoiceId: number;
  /**
   * `annul`: the invoice should never have been issued. `resend`: AEAT refused its newest record or
   * found errors in it.
   */
  readonly action: CorrectionAction;
  readonly reason: string;
  /**
   * The recipient's NIF is correct but missing in AEAT's census: IDType 07 (AEAT's advice on error
   * 2001).
   */
  readonly isRecipientOutsideCensus?: boolean;
  /**
   * Corrects the entry in SII of an invoice that has a record in VeriFactu as well, because its issuer
   * entered SII afterwards; without it such an invoice is corrected in VeriFactu.
   */
  readonly isInSii?: boolean;
};

/** What a correction added: a record to a chain of VeriFactu, or a version to an entry in SII. */
export type Corrected = {
  readonly organizationId: number;
  /** Whether the API key had ordered it before, so that nothing was added. */
  readonly isRepeated: boolean;
} & (
  | {
      readonly register: 'verifactu';
      readonly kind: Correction['kind'];
      readonly chainId: number;
      readonly sequence: number;
      /** Number of records of the chain without an answer. */
      readonly pending: number;
    }
  | {
      readonly register: 'sii';
      readonly kind: SiiKind;
      /** The chain of the issuer; null if it is retired, and the reconciler finds the version. */
      readonly chainId: number | null;
      readonly version: number;
    }
);

/** Thrown for a correction that the rules do not allow. The message states the reason. */
export class CorrectionRefused extends ApiError {
  override name = 'CorrectionRefused';
}

/** Thrown if another worker has already carried out or ended the order. */
export class OrderSettled extends Error {
  override name = 'OrderSettled';
}

/** Thrown if the right to correct was withdrawn or the session has ended since it was looked up. */
export class KeyMayNotCorrect extends Error {
  override name = 'KeyMayNotCorrect';
}

/** @throws CorrectionRefused with the code and the reason, which says what to do. */
export function refuse(
  { action }: Pick<CorrectionOrder, 'action'>,
  { number }: { readonly number: string },
  code: CorrectionErrorName,
  reason: Text | string,
): never {
  const corrected = formatMessage(action === 'annul' ? 'be_annulled' : 'be_sent_again');
  throw new CorrectionRefused(describeRefusal(code, { number, corrected, reason }));
}
