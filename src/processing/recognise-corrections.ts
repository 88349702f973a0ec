import type { Pool } from 'pg';
import type { AeatClient } from '../aeat/open-aeat-client.ts';
import { extendAttempt, type NewRecordAnswer } from '../persistence/remission.ts';
import type { Claim } from './claim-submission.ts';
import { toAnswer } from './judge-attempt.ts';
import { lookUpRecords } from './look-up-records.ts';

/**
 * Finds which records of an envelope that may have arrived before are registered, where sending it again would register something twice: AEAT
 * refuses a second alta as a duplicate (3000), but takes most corrections as often as they come.
 * @param sendingUntil until then nobody else sends: time for these queries, the last of them, and the message.
 * @returns their answers; null where AEAT's register did not tell, so that nothing may be sent.
 */
export async function recogniseCorrections(
  pool: Pool,
  client: Pick<AeatClient, 'consult'>,
  claim: Claim,
  limitMs: number,
  sendingUntil: Date,
): Promise<readonly NewRecordAnswer[] | null> {
  const open = claim.records.filter(({ isAnswered }) => !isAnswered);
  const corrections = open.filter(({ isCorrection }) => isCorrection);
  if (!claim.isRepeat || corrections.length === 0) return [];
  await extendAttempt(pool, claim, sendingUntil);
  const verdicts = await lookUpRecords(pool, client, claim, open, limitMs);
  if (corrections.some((record) => !verdicts.has(record))) return null;
  return [...verdicts].flatMap(([record, verdict]) =>
    // Another hash, or nothing: this one was not registered, and goes.
    verdict.kind === 'rejected' ? [] : toAnswer(record, verdict),
  );
}
