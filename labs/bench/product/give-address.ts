import type { Pool } from 'pg';

const ADDRESS = { address: 'Calle Sierpes 2', city: 'Sevilla', postalCode: '41004', countryCode: 'ES' };

/**
 * Gives issuers an address, which their invoices in the SPFE must have, in the organizations in which
 * they have none.
 */
export async function giveAddress(pool: Pool, issuerNifs: readonly string[]): Promise<void> {
  await pool.query(
    `insert into issuer_profiles (organization_id, issuer_nif, profile)
     select o.id, n.nif, $1 from organizations o cross join unnest($2::text[]) as n (nif)
     where not exists (select from issuer_profiles p where p.organization_id = o.id and p.issuer_nif = n.nif)`,
    [JSON.stringify(ADDRESS), issuerNifs],
  );
}
