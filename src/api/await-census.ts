import type { CensusMode } from '../contracts/codes.ts';
import { pollForResult } from '../deliver/poll-for-result.ts';
import { type CensusJudgement, judgeParties, listQuestions } from '../domain/census/judge-parties.ts';
import type { Party } from '../domain/census/list-parties.ts';
import { askCensus, type CensusState } from '../organizations/census/census-checks.ts';
import type { Dependencies } from './dependencies.ts';

/** How long a dry run waits for AEAT's census. */
const PATIENCE_MS = 10_000;

/**
 * Judges the parties of invoices by AEAT's census for a dry run. What is not known is stored as
 * questions, which a worker with a certificate asks; the request waits for its answers. What AEAT does
 * not answer in time is `census_unavailable`, and known to the next dry run.
 * @param parties by the invoice's index.
 * @param gone aborted when the client is gone, which ends the wait.
 */
export async function awaitCensus(
  {
    pool,
    jobQueues,
    logger,
    metrics,
    now,
  }: Pick<Dependencies, 'pool' | 'jobQueues' | 'logger' | 'metrics' | 'now'>,
  organizationId: number,
  parties: ReadonlyMap<number, readonly Party[]>,
  mode: Exclude<CensusMode, 'off'>,
  gone: AbortSignal,
): Promise<CensusJudgement> {
  const questions = listQuestions(parties.values());
  const ask = () => askCensus(pool, organizationId, questions, now());
  const enqueue = () =>
    jobQueues
      .send([{ name: 'ask-census', payload: { organizationId }, urgent: true }])
      .catch((error: unknown) => {
        metrics.enqueueFailures.inc();
        logger.warn({ err: error, organizationId }, 'The job that asks the census could not be enqueued');
      });
  let state = await ask();
  const find = async (): Promise<CensusState | null> => {
    state = await ask();
    if (state.waitsSince === null) return state;
    // The last look of a job may have been before these questions.
    await enqueue();
    return null;
  };
  if (state.waitsSince !== null) {
    await enqueue();
    await pollForResult(find, { patienceMs: PATIENCE_MS, gone });
  }
  return judgeParties(parties, questions, state.answers, mode);
}
