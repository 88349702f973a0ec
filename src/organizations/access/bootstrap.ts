import type { Orm } from '../../platform/postgres/open-database.ts';
import { isUniqueViolation } from '../../platform/postgres/failures.ts';
import { apiKeyExists, createOrganization } from './organizations.ts';
import { hashSecret, showPrefix } from './secrets.ts';

/**
 * Creates an API key, and an organization for it, if no key with this hash exists. A revoked key
 * stays revoked. Several processes may call it concurrently: a unique violation means that another
 * process has created the key.
 */
export async function ensureApiKey(orm: Orm, apiKey: string, organizationName: string): Promise<void> {
  const keyHash = hashSecret(apiKey);
  if (await apiKeyExists(orm, keyHash)) return;
  const key = { keyHash, prefix: showPrefix(apiKey) };
  try {
    const order = { operator: 'BOOTSTRAP_API_KEY', reason: null };
    await createOrganization(orm, { name: organizationName, outside: null, key }, order);
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
  }
}
