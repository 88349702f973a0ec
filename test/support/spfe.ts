import type { Pool } from 'pg';
import type { DeliveringDecision } from '../../src/domain/spfe/choose-mode.ts';
import { decideSpfe } from '../../src/organizations/spfe/decide-spfe.ts';
import { buildProfile } from '../render/support/build-invoice.ts';
import { BY_TEST } from './api.ts';
import { SII_ISSUER } from './sii.ts';

export const SPFE_ISSUER = SII_ISSUER;

/**
 * Decides that the invoices of an issuer go to the SPFE from a date on, or are prepared for it, with
 * the rights of the owner. In mode `send` the date must not be before the last issued invoice. Gives
 * the issuer an address in the organizations in which it has no profile.
 */
export async function putInSpfe(
  pool: Pool,
  {
    issuerNif = SPFE_ISSUER,
    mode = 'send',
    channel = 'interconnect',
    basis = 'turnover',
    validFrom = '2026-01-01',
  }: Partial<DeliveringDecision> = {},
): Promise<void> {
  const wanted = { issuerNif, validFrom, mode, channel, basis };
  const outcome = await decideSpfe(pool, wanted, BY_TEST, new Date(), false);
  if (outcome.kind !== 'decided') throw new Error(`The deliveries were not decided: ${outcome.kind}`);
  await pool.query(
    `insert into issuer_profiles (organization_id, issuer_nif, profile)
     select o.id, $1::text, $2 from organizations o
     where not exists (select from issuer_profiles p where p.organization_id = o.id and p.issuer_nif = $1)`,
    [issuerNif, JSON.stringify(buildProfile())],
  );
}
