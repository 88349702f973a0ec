import type { RegistrationAnswer } from '../../contracts/answers.ts';
import type { Registration } from '../reads/registration.ts';

/**
 * Returns the API's answer about the registration of an issued invoice, when it was read or just
 * corrected.
 */
export function buildRegistrationAnswer({ qrUrl, annulledAt, records }: Registration): RegistrationAnswer {
  return { data: { qr_url: qrUrl, annulled_at: annulledAt, records: [...records] } };
}
