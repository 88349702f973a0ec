import { randomBytes } from 'node:crypto';
import { sealSecret, unsealSecret } from '../platform/secrets/seal-secret.ts';

/*
 * The secrets that sign messages. A secret is shown once and stored sealed with CERTIFICATE_KEY.
 */

const BYTES = 32;

/** Returns a new secret: `whsec_` and 32 random bytes as base64. */
export function generateSecret(): string {
  return `whsec_${randomBytes(BYTES).toString('base64')}`;
}

/** The context of a sealed secret, without which it cannot be unsealed. */
export const nameSecret = (organizationId: number, url: string) =>
  `webhook secret of organization ${organizationId} for ${url}`;

type Owner = { readonly organizationId: number; readonly url: string };

/**
 * Seals a secret for one organization and one URL; it cannot be unsealed for any other.
 * @param key CERTIFICATE_KEY, 32 bytes.
 * @throws RangeError if the key does not have 32 bytes.
 */
export function sealWebhookSecret(key: Uint8Array, secret: string, { organizationId, url }: Owner): Buffer {
  return sealSecret(key, Buffer.from(secret, 'utf8'), nameSecret(organizationId, url));
}

/** @throws SealError if none of the keys sealed the secret. */
export function unsealWebhookSecret(
  keys: readonly Uint8Array[],
  sealed: Uint8Array,
  { organizationId, url }: Owner,
): string {
  return unsealSecret(keys, sealed, nameSecret(organizationId, url)).toString('utf8');
}
