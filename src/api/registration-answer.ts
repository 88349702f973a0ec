import type { RegistrationAnswer } from '../contracts/answers.ts';
import type { Registration } from './reads/registration.ts';

/** What the API says of an issued invoice's registration, asked for or just corrected. */
export function buildRegistrationAnswer({ qrUrl, annulledAt, records }: Registration): RegistrationAnswer {
  return { data: { qr_url: qrUrl, annulled_at: annulledAt, records: [...records] } };
}
