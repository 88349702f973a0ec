import type { Pool } from 'pg';
import type { AeatClient } from 'verifactu-protocol/client/open-aeat-client';
import { type DuplicateVerdict, judgeDuplicate } from 'verifactu-protocol/remission/judge-duplicate';
import { type ChainRecord, listConsulted } from '../statements/remission.ts';
import type { Claim } from '../attempt/claim-submission.ts';
import { consultRegister } from './consult-register.ts';

/**
 * Looks up records in AEAT's register and compares their hashes and installations.
 * @param limitMs no query begins after this time, in ms.
 * @returns a verdict for each record that AEAT answered about.
 */
export async function lookUpRecords(
  pool: Pool,
  client: Pick<AeatClient, 'consult'>,
  { chainId, issuer }: Pick<Claim, 'chainId' | 'issuer'>,
  records: readonly ChainRecord[],
  limitMs: number,
): Promise<Map<ChainRecord, DuplicateVerdict>> {
  const verdicts = new Map<ChainRecord, DuplicateVerdict>();
  if (records.length === 0) return verdicts;
  const deadline = performance.now() + limitMs;
  const sequences = records.map(({ sequence }) => sequence);
  const facts = await listConsulted(pool, chainId, sequences);
  const byMonth = Map.groupBy(records, ({ sequence }) => facts.get(sequence)!.period);
  for (const [period, group] of byMonth) {
    const query = { issuer, period };
    const consulted = await consultRegister(client, query, group, () => performance.now() > deadline);
    for (const [record, found] of consulted) {
      verdicts.set(record, judgeDuplicate(record, found, facts.get(record.sequence)!));
    }
  }
  return verdicts;
}
