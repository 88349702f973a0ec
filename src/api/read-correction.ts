import type { CorrectionAction } from '../contracts/correction-input.ts';
import { apiError } from '../contracts/api-error.ts';
import { findTextFault } from '../contracts/acts.ts';
import { normaliseText } from '../contracts/shown-text.ts';
import { parseJson } from '../accept/parse-json.ts';

type CorrectionInput = { readonly reason: string; readonly isRecipientOutsideCensus: boolean };

const OUTSIDE = 'recipient_outside_census';
/** Maximum number of characters of a client's member name that an error message repeats. */
const MAX_NAME = 100;

/**
 * Parses the body of a correction.
 * @throws ApiError 400 if the body is not JSON, 422 if it is not a correction.
 */
export function readCorrection(bytes: Buffer, action: CorrectionAction): CorrectionInput {
  const { value } = parseJson(bytes);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw apiError('correction_not_object', {});
  const members = value as Readonly<Record<string, unknown>>;
  const known = action === 'resend' ? ['reason', OUTSIDE] : ['reason'];
  const unknown = Object.keys(members).find((name) => !known.includes(name));
  if (unknown !== undefined) throw apiError('correction_member', { name: unknown.slice(0, MAX_NAME) });
  const { reason, [OUTSIDE]: outside = false } = members;
  if (reason === undefined) throw apiError('correction_without_reason', {});
  if (typeof reason !== 'string') throw apiError('correction_reason', { fault: 'must be a string' });
  if (typeof outside !== 'boolean') throw apiError('correction_flag', { name: OUTSIDE });
  // PostgreSQL cannot store a lone surrogate, so the stored text would differ from the sent one.
  if (!reason.isWellFormed()) throw apiError('correction_reason', { fault: 'must be well-formed Unicode' });
  const text = normaliseText(reason.trim());
  const fault = findTextFault(text);
  if (fault !== undefined) throw apiError('correction_reason', { fault });
  return { reason: text, isRecipientOutsideCensus: outside };
}
