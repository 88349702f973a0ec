import { defineEntity, p } from '@mikro-orm/core';
import { OrganizationRow } from './organization-row.ts';

/** An API key, of which only the SHA-256 is kept. */
export const ApiKeyRow = defineEntity({
  name: 'ApiKeyRow',
  tableName: 'api_keys',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    organizationId: () => p.manyToOne(OrganizationRow).mapToPk().name('organization_id'),
    keyHash: p.blob().unique(),
    /** The first characters, so that people can tell keys apart. */
    prefix: p.string().length(20),
    createdAt: p.datetime().defaultRaw('now()'),
    revokedAt: p.datetime().nullable(),
  },
  indexes: [{ name: 'api_keys_organization_id_index', properties: ['organizationId'] }],
});
