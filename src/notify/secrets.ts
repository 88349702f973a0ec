import { randomBytes } from 'node:crypto';
import { sealSecret, unsealSecret } from '../platform/secrets/seal-secret.ts';

/* What messages are signed with. A secret is shown once, and kept sealed with CERTIFICATE_KEY. */

const BYTES = 32;

export function generateSecret(): string {
  return `whsec_${randomBytes(BYTES).toString('base64')}`;
}

/** Whose secret it is, without which it does not open. */
const nameSecret = (organizationId: number, url: string) =>
  `webhook secret of organization ${organizationId} for ${url}`;

type Owner = { readonly organizationId: number; readonly url: string };

export function sealWebhookSecret(key: Uint8Array, secret: string, { organizationId, url }: Owner): Buffer {
  return sealSecret(key, Buffer.from(secret, 'utf8'), nameSecret(organizationId, url));
}

/** @throws SealError where none of the keys sealed it. */
export function unsealWebhookSecret(
  keys: readonly Uint8Array[],
  sealed: Uint8Array,
  { organizationId, url }: Owner,
): string {
  return unsealSecret(keys, sealed, nameSecret(organizationId, url)).toString('utf8');
}
