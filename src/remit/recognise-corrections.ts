import type { Pool } from 'pg';
import type { AeatClient } from 'verifactu-protocol/client/open-aeat-client';
import { extendAttempt, type NewRecordAnswer } from './statements/remission.ts';
import type { Claim } from './attempt/claim-submission.ts';
import { toAnswer } from './attempt/judge-attempt.ts';
import { lookUpRecords } from './register/look-up-records.ts';

export type Recognised = { readonly answers: readonly NewRecordAnswer[]; readonly sendingUntil: Date };

/**
 * Finds the records of an envelope that AEAT already registered in an earlier attempt, when sending
 * them again would register something twice. AEAT refuses a second alta as a duplicate (3000), but
 * accepts most corrections any number of times.
 * @param sendingUntil no other worker sends until then. The lease must cover these queries, the
 *   last one of them, and the message.
 * @returns the answers of these records and the time until which the message may be sent. Returns
 *   null when AEAT's register gave no answer, or another worker has begun to send; then nothing may
 *   be sent.
 */
export async function recogniseCorrections(
  pool: Pool,
  client: Pick<AeatClient, 'consult'>,
  claim: Claim,
  limitMs: number,
  sendingUntil: Date,
): Promise<Recognised | null> {
  const open = claim.records.filter(({ isAnswered }) => !isAnswered);
  const corrections = open.filter(({ isCorrection }) => isCorrection);
  if (!claim.isRepeat || corrections.length === 0) return { answers: [], sendingUntil: claim.sendingUntil };
  if (!(await extendAttempt(pool, claim, sendingUntil))) return null;
  const verdicts = await lookUpRecords(pool, client, claim, open, limitMs);
  if (corrections.some((record) => !verdicts.has(record))) return null;
  const answers = [...verdicts].flatMap(([record, verdict]) =>
    // The register has another hash or no entry: this record was not registered and must be sent.
    verdict.kind === 'rejected' ? [] : toAnswer(record, verdict),
  );
  return { answers, sendingUntil };
}
