import { ApiError, type ApiRefusal, describeRefusal } from '../contracts/api-error.ts';
import type { ElectronicFormat, UblProfileName } from '../contracts/electronic-formats.ts';
import { NOT_EXPRESSIBLE, pointerOf } from '../contracts/v2/details.ts';
import { formatMessage } from '../contracts/messages/format-message.ts';
import { type FormatStates, memberOf, type Refusal } from '../domain/einvoice/refusal.ts';

type Refused = {
  /**
   * Not named among the formats that can express the invoice: a worker of another version refused
   * it.
   */
  readonly except?: ElectronicFormat;
  /** The refused profile of UBL. The profile `cen` may express what another one refuses. */
  readonly profile?: UblProfileName;
};

/**
 * Builds the answer for an invoice that a format cannot express.
 * @param states the formats of the invoice.
 */
export function refuseDocument(
  states: FormatStates,
  refusal: Refusal,
  { except, profile }: Refused = {},
): ApiError {
  const able = [...states].flatMap(([format, found]) => {
    if (found !== null || format === except) return [];
    return format === 'ubl' && profile !== undefined && profile !== 'cen' ? ['ubl (profile=cen)'] : [format];
  });
  const { rule, message } = refusal;
  const formats = able.length === 0 ? formatMessage('none') : able.join(', ');
  return new ApiError(
    nameRule(describeRefusal('not_expressible', { rule, reason: message, formats }), refusal),
  );
}

/** Adds the rule, and the member of the invoice that decides it, for answers of version 2. */
function nameRule(described: ApiRefusal, refusal: Refusal): ApiRefusal {
  const { rule } = refusal;
  const path = pointerOf(memberOf(refusal));
  const { message } = described;
  return { ...described, members: [{ path, code: NOT_EXPRESSIBLE, message, aeatCode: null, rule }] };
}

/** Why there is no document of an invoice in a format. */
export type Reason = Refusal & {
  /** The error with this message; absent if the format cannot express the invoice. */
  readonly error?: ApiRefusal;
};

/**
 * Builds the answer for a batch without any document in a format.
 * @param reason why the first invoice has none.
 */
export function refuseBatch(format: ElectronicFormat, reason: Reason): ApiError {
  const { rule, message, error } = reason;
  if (error) return new ApiError(error);
  return new ApiError(
    nameRule(describeRefusal('batch_not_expressible', { format, rule, reason: message }), reason),
  );
}
