import { API_ERRORS } from '../contracts/api-error-catalogue.ts';
import { describeRefusal } from '../contracts/api-error.ts';
import { SIGNATURE_POLICY } from '../contracts/signing-refusals.ts';
import { readRefusal } from '../domain/einvoice/refusal.ts';
import type { Reason } from './refuse-documents.ts';
import type { StoredRefusal } from './reads/signed-facturae.ts';

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
  const error = describeRefusal(`signing_${reason}`, {});
  return { rule: SIGNATURE_POLICY, message: error.message, error };
}
