import { findTextFault } from '../contracts/acts.ts';
import { normaliseText } from '../contracts/shown-text.ts';
import { parseJson } from '../accept/parse-json.ts';

type CorrectionInput = { readonly reason: string; readonly isRecipientOutsideCensus: boolean };

const OUTSIDE = 'recipient_outside_census';
/** Longest name of the client's that a message repeats. */
const MAX_NAME = 100;

/**
 * Reads the body of a correction.
 * @returns what is wrong with it, in words, where it is JSON and no correction.
 * @throws BodySyntaxError where it is no JSON.
 */
export function readCorrection(bytes: Buffer, wish: 'annul' | 'resend'): CorrectionInput | string {
  const { value } = parseJson(bytes);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'Body must be an object';
  const members = value as Readonly<Record<string, unknown>>;
  const known = wish === 'resend' ? ['reason', OUTSIDE] : ['reason'];
  const unknown = Object.keys(members).find((name) => !known.includes(name));
  if (unknown !== undefined) return `${unknown.slice(0, MAX_NAME)} is not a known member`;
  const { reason, [OUTSIDE]: outside = false } = members;
  if (reason === undefined) return 'reason is required';
  if (typeof reason !== 'string') return 'reason must be a string';
  if (typeof outside !== 'boolean') return `${OUTSIDE} must be true or false`;
  // PostgreSQL holds no lone surrogate: another text would be kept than was sent.
  if (!reason.isWellFormed()) return 'reason must be well-formed Unicode';
  const text = normaliseText(reason.trim());
  const fault = findTextFault(text);
  return fault === undefined ? { reason: text, isRecipientOutsideCensus: outside } : `reason ${fault}`;
}
