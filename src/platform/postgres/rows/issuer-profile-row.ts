import { defineEntity, p } from '@mikro-orm/core';
import type { IssuerProfile } from '../../../contracts/invoice-document.ts';
import { OrganizationRow } from './organization-row.ts';

/** A version of an issuer's address, contact and logo. A change is a new row: issued invoices keep the version they were issued with. */
export const IssuerProfileRow = defineEntity({
  name: 'IssuerProfileRow',
  tableName: 'issuer_profiles',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    organizationId: () => p.manyToOne(OrganizationRow).mapToPk().name('organization_id'),
    issuerNif: p.string().length(9),
    profile: p.json().$type<IssuerProfile>(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
  indexes: [
    {
      name: 'issuer_profiles_organization_id_issuer_nif_id_index',
      properties: ['organizationId', 'issuerNif', 'id'],
    },
  ],
});
