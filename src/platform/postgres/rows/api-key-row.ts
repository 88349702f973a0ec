import { defineEntity, p } from '@mikro-orm/core';
import { DEFAULT_RIGHTS, KEY_RIGHTS } from '../../../contracts/codes.ts';
import { OrganizationRow } from './organization-row.ts';

/** An API key, of which only the SHA-256 is kept. */
export const ApiKeyRow = defineEntity({
  name: 'ApiKeyRow',
  tableName: 'api_keys',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    organizationId: () => p.manyToOne(OrganizationRow).mapToPk().name('organization_id'),
    keyHash: p.blob().$type<Buffer>().unique(),
    /** The first characters, so that people can tell keys apart. */
    prefix: p.string().length(20),
    /** What it may do: of KEY_RIGHTS. */
    rights: p
      .array()
      .columnType('text[]')
      .defaultRaw(`'{${DEFAULT_RIGHTS.join(',')}}'`),
    createdAt: p.datetime().defaultRaw('now()'),
    revokedAt: p.datetime().nullable(),
  },
  indexes: [{ name: 'api_keys_organization_id_index', properties: ['organizationId'] }],
  checks: [
    {
      name: 'api_keys_rights_check',
      expression: `cardinality(rights) > 0 and rights <@ '{${KEY_RIGHTS.join(',')}}'::text[]`,
    },
  ],
});
