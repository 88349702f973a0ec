import type { Pool } from 'pg';
import type { AeatClient } from 'verifactu-protocol/client/open-aeat-client';
import type { NewRecordAnswer } from './statements/remission.ts';
import type { Claim } from './attempt/claim-submission.ts';
import { type Duplicate, toAnswer } from './attempt/judge-attempt.ts';
import { lookUpRecords } from './register/look-up-records.ts';

/**
 * After this number of failures, a duplicate that AEAT's register does not contain counts as
 * refused, because it must not block the records after it for ever. An operator can send it again;
 * AEAT's register is queried then, too.
 */
const PATIENCE = 5;

/**
 * Queries AEAT's register for records that AEAT calls duplicates.
 * @param limitMs no query begins after this time, in ms.
 * @returns the answers that the register determines. The other records stay unanswered.
 */
export async function answerDuplicates(
  pool: Pool,
  client: Pick<AeatClient, 'consult'>,
  claim: Claim,
  duplicates: readonly Duplicate[],
  limitMs: number,
): Promise<NewRecordAnswer[]> {
  const records = duplicates.map(({ record }) => record);
  const verdicts = await lookUpRecords(pool, client, claim, records, limitMs);
  return duplicates.flatMap(({ record, error }) => {
    const verdict = verdicts.get(record);
    if (verdict === undefined) return [];
    const isGivenUp = verdict.kind === 'unknown' && claim.failures >= PATIENCE;
    return toAnswer(record, isGivenUp ? { kind: 'rejected', ...error } : verdict);
  });
}
