import { type ApiErrorName, API_ERRORS } from '../contracts/api-error-catalogue.ts';
import { describeRefusal } from '../contracts/api-error.ts';
import type { SigningRefusal } from '../contracts/signing-refusals.ts';
import { readRefusal } from '../domain/einvoice/refusal.ts';
import type { Reason } from './electronic-documents.ts';
import type { StoredRefusal } from './reads/signed-facturae.ts';

/** The error of each reason that concerns the certificate. */
const ERRORS = {
  certificate_missing: 'signing_certificate_missing',
  certificate_not_valid: 'signing_certificate_not_valid',
  certificate_unusable: 'signing_certificate_unusable',
  key_not_rsa: 'signing_key_not_rsa',
  key_too_short: 'signing_key_too_short',
  third_party_unknown: 'signing_third_party_unknown',
} as const satisfies Readonly<Record<Exclude<SigningRefusal, 'not_expressible'>, ApiErrorName>>;

/** The policy requires a signature of the issuer with an RSA key, so it is the rule of each of these reasons. */
const SIGNATURE_POLICY = API_ERRORS.signing_key_not_rsa.source;

const DAMAGE = describeRefusal('facturae_damaged', {});
/** Why there is no signed Facturae of an invoice whose stored file is damaged. */
export const DAMAGED_FILE: Reason = {
  rule: API_ERRORS.facturae_damaged.source,
  message: DAMAGE.message,
  error: DAMAGE,
};

/** Returns why there is no signed Facturae of an invoice that a worker refused to sign. */
export function readSigningRefusal({ reason, detail }: StoredRefusal): Reason {
  // This process could write the invoice, so the worker is of another version.
  if (reason === 'not_expressible') return readRefusal(detail ?? '');
  const error = describeRefusal(ERRORS[reason], {});
  return { rule: SIGNATURE_POLICY, message: error.message, error };
}
