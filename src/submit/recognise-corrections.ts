import type { Pool } from 'pg';
import type { AeatClient } from './aeat/open-aeat-client.ts';
import { extendAttempt, type NewRecordAnswer } from './statements/remission.ts';
import type { Claim } from './attempt/claim-submission.ts';
import { toAnswer } from './attempt/judge-attempt.ts';
import { lookUpRecords } from './register/look-up-records.ts';

export type Recognised = { readonly answers: readonly NewRecordAnswer[]; readonly sendingUntil: Date };

/**
 * Finds which records of an envelope that may have arrived before are registered, where sending it again would register something twice: AEAT
 * refuses a second alta as a duplicate (3000), but takes most corrections as often as they come.
 * @param sendingUntil until then nobody else sends: time for these queries, the last of them, and the message.
 * @returns their answers, and until when the message may leave; null where AEAT's register did not tell, or somebody else has begun to send: nothing may be sent then.
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
    // Another hash, or nothing: this one was not registered, and goes.
    verdict.kind === 'rejected' ? [] : toAnswer(record, verdict),
  );
  return { answers, sendingUntil };
}
