import { Type } from 'typebox';
import { type Faults, showPlace } from '../../accept/refuse-shape.ts';
import { findTextFault } from '../../contracts/acts.ts';
import { ApiError, type ApiErrorValues, describeRefusal } from '../../contracts/api-error.ts';
import type { ApiErrorName } from '../../contracts/api-error-catalogue.ts';
import { AnnulBody, type CorrectionAction, ResendBody } from '../../contracts/correction-input.ts';
import { formatMessage } from '../../contracts/messages/format-message.ts';
import { normaliseText } from '../../contracts/shown-text.ts';
import { type RefusedMember, writePointer } from '../../contracts/v2/details.ts';
import { openBodyReader } from './open-body-reader.ts';

type CorrectionInput = { readonly reason: string; readonly isRecipientOutsideCensus: boolean };

const REASON = ['reason'];
/** Maximum number of characters of a client's member name that an error repeats. */
const MAX_NAME = 100;
/** The order in which faults are reported. */
const ORDER: readonly RefusedMember['code'][] = ['unknown_member', 'missing', 'wrong_type'];

/** The length of a reason is that of its normalized text, which is read after the shape. */
const reason = Type.String();
const closed = { additionalProperties: false };
const READERS = {
  annul: openBodyReader(Type.Object({ ...AnnulBody.properties, reason }, closed), refuseShape),
  resend: openBodyReader(Type.Object({ ...ResendBody.properties, reason }, closed), refuseShape),
} as const satisfies Readonly<Record<CorrectionAction, unknown>>;

/**
 * Parses the body of a correction.
 * @throws ApiError 400 if the body is not JSON, 422 with the wrong member if it is not a
 * correction.
 */
export function readCorrection(bytes: Buffer, action: CorrectionAction): CorrectionInput {
  const input: { readonly reason: string; readonly recipient_outside_census?: boolean } =
    READERS[action](bytes);
  // PostgreSQL cannot store a lone surrogate, so the stored text would differ from the sent one.
  if (!input.reason.isWellFormed())
    throw refuse(REASON, 'forbidden_characters', 'correction_reason', {
      fault: formatMessage('malformed_unicode'),
    });
  const text = normaliseText(input.reason.trim());
  const fault = findTextFault(text);
  if (fault !== undefined) throw refuse(REASON, fault.code, 'correction_reason', { fault: fault.words });
  return { reason: text, isRecipientOutsideCensus: input.recipient_outside_census ?? false };
}

function refuseShape(faults: Faults): ApiError {
  const [{ place, code }] = faults.toSorted(
    (one, other) => ORDER.indexOf(one.code) - ORDER.indexOf(other.code),
  ) as unknown as Faults;
  const name = showPlace(place);
  if (place.length === 0) return refuse(place, code, 'correction_not_object', {});
  if (code === 'unknown_member') {
    const shown = place[0]!.slice(0, MAX_NAME);
    return refuse([shown], code, 'correction_member', { name: shown });
  }
  if (code === 'missing') return refuse(place, code, 'correction_without_reason', {});
  return name === 'reason'
    ? refuse(place, code, 'correction_reason', { fault: formatMessage('not_string') })
    : refuse(place, code, 'correction_flag', { name });
}

/**
 * Builds the refusal of a correction because of one member. Only answers with details show the
 * member.
 */
function refuse<N extends ApiErrorName>(
  place: readonly string[],
  code: RefusedMember['code'],
  error: N,
  values: ApiErrorValues<N>,
): ApiError {
  const refusal = describeRefusal(error, values);
  const { message } = refusal;
  return new ApiError({
    ...refusal,
    members: [{ path: writePointer(place), code, message, aeatCode: null }],
  });
}
