import type { Pool } from 'pg';
import type { AeatClient } from '../aeat/open-aeat-client.ts';
import { judgeDuplicate } from '../domain/verifactu/judge-duplicate.ts';
import { listConsulted, type NewRecordAnswer } from '../persistence/remission.ts';
import type { Claim } from './claim-submission.ts';
import { consultRegister } from './consult-register.ts';
import { type Duplicate, toAnswer } from './judge-attempt.ts';

/**
 * After so many failures a duplicate that AEAT's register does not show is taken for refused: it must not hold up the records behind it for
 * ever. An operator can send it again as a subsanación, which replaces whatever AEAT has.
 */
const PATIENCE = 5;

/**
 * Asks AEAT's register what became of records that it calls duplicates, and compares their hashes.
 * @param limitMs no query begins after so long.
 * @returns the answers that are known by that. The others stay open.
 */
export async function answerDuplicates(
  pool: Pool,
  client: Pick<AeatClient, 'consult'>,
  { chainId, issuer, failures }: Claim,
  duplicates: readonly Duplicate[],
  limitMs: number,
): Promise<NewRecordAnswer[]> {
  if (duplicates.length === 0) return [];
  const deadline = performance.now() + limitMs;
  const sequences = duplicates.map(({ record }) => record.sequence);
  const facts = await listConsulted(pool, chainId, sequences);
  const answers: NewRecordAnswer[] = [];
  const byDay = Map.groupBy(
    duplicates,
    ({ record }) => `${facts.get(record.sequence)!.period} ${record.issueDate}`,
  );
  for (const group of byDay.values()) {
    const { sequence, issueDate } = group[0]!.record;
    const query = { issuer, period: facts.get(sequence)!.period, issueDate };
    const records = group.map(({ record }) => record);
    const consulted = await consultRegister(client, query, records, () => performance.now() > deadline);
    for (const { record, error } of group) {
      const found = consulted.get(record);
      if (found === undefined) continue;
      const verdict = judgeDuplicate(record, found, facts.get(record.sequence)!.laterHashes);
      const isGivenUp = verdict.kind === 'unknown' && failures >= PATIENCE;
      answers.push(...toAnswer(record, isGivenUp ? { kind: 'rejected', ...error } : verdict));
    }
  }
  return answers;
}
