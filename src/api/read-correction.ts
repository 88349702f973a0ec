import { ApiError, type ApiErrorValues, describeRefusal } from '../contracts/api-error.ts';
import type { ApiErrorName } from '../contracts/api-error-catalogue.ts';
import type { CorrectionAction } from '../contracts/correction-input.ts';
import { findTextFault } from '../contracts/acts.ts';
import { normaliseText } from '../contracts/shown-text.ts';
import { type RefusedMember, writePointer } from '../contracts/v2/details.ts';
import { parseJson } from '../accept/parse-json.ts';

type CorrectionInput = { readonly reason: string; readonly isRecipientOutsideCensus: boolean };

const REASON = ['reason'];
const OUTSIDE = 'recipient_outside_census';
/** Maximum number of characters of a client's member name that an error repeats. */
const MAX_NAME = 100;

/**
 * Parses the body of a correction.
 * @throws ApiError 400 if the body is not JSON, 422 with the wrong member if it is not a correction.
 */
export function readCorrection(bytes: Buffer, action: CorrectionAction): CorrectionInput {
  const { value } = parseJson(bytes);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw refuse([], 'wrong_type', 'correction_not_object', {});
  const members = value as Readonly<Record<string, unknown>>;
  const known = action === 'resend' ? ['reason', OUTSIDE] : ['reason'];
  const unknown = Object.keys(members).find((name) => !known.includes(name));
  if (unknown !== undefined) {
    const name = unknown.slice(0, MAX_NAME);
    throw refuse([name], 'unknown_member', 'correction_member', { name });
  }
  const { reason, [OUTSIDE]: outside = false } = members;
  if (reason === undefined) throw refuse(REASON, 'missing', 'correction_without_reason', {});
  if (typeof reason !== 'string')
    throw refuse(REASON, 'wrong_type', 'correction_reason', { fault: 'must be a string' });
  if (typeof outside !== 'boolean')
    throw refuse([OUTSIDE], 'wrong_type', 'correction_flag', { name: OUTSIDE });
  // PostgreSQL cannot store a lone surrogate, so the stored text would differ from the sent one.
  if (!reason.isWellFormed())
    throw refuse(REASON, 'forbidden_characters', 'correction_reason', {
      fault: 'must be well-formed Unicode',
    });
  const text = normaliseText(reason.trim());
  const fault = findTextFault(text);
  if (fault !== undefined) throw refuse(REASON, fault.code, 'correction_reason', { fault: fault.words });
  return { reason: text, isRecipientOutsideCensus: outside };
}

/** Builds the refusal of a correction because of one member. Only answers of version 2 show the member. */
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
