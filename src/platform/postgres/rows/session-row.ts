import { defineEntity, p } from '@mikro-orm/core';
import { ApiKeyRow } from './api-key-row.ts';
import { OrganizationRow } from './organization-row.ts';

/** A session, found by the SHA-256 of its token; it ends with its key. */
export const SessionRow = defineEntity({
  name: 'SessionRow',
  tableName: 'sessions',
  properties: {
    tokenHash: p.blob().$type<Buffer>().primary(),
    organizationId: () => p.manyToOne(OrganizationRow).mapToPk().name('organization_id'),
    apiKeyId: () => p.manyToOne(ApiKeyRow).mapToPk().name('api_key_id'),
    createdAt: p.datetime().defaultRaw('now()'),
    expiresAt: p.datetime(),
  },
  indexes: [{ name: 'sessions_expires_at_index', properties: ['expiresAt'] }],
});
