import { type BodySemaphore, createBodySemaphore } from '../platform/admission/body-semaphore.ts';
import { BODY_WORK_LIMITS, MAX_SMALL_WEIGHT, SMALL_BODY_BYTES } from '../platform/admission/limits.ts';
import type { Examiner } from './examiner.ts';

/** What looks into bodies of batches, and their turns: those to be accepted and those that are only tried share both. */
export type Intake = {
  readonly examiner: Examiner;
  readonly withSmallPermit: BodySemaphore;
  readonly withLargePermit: BodySemaphore;
  /** For a body that is compared with a stored one, where one of them is large. */
  readonly inComparison: BodySemaphore;
};

/** The intake of a process. */
export function createIntake(examiner: Examiner): Intake {
  return {
    examiner,
    withSmallPermit: createBodySemaphore(BODY_WORK_LIMITS.small),
    withLargePermit: createBodySemaphore(BODY_WORK_LIMITS.large),
    inComparison: createBodySemaphore(BODY_WORK_LIMITS.comparison),
  };
}

/** Does some work about a body when it is its turn. @throws SemaphoreTimeout */
export function withPermit<T>(
  { withSmallPermit, withLargePermit }: Intake,
  organizationId: number,
  { length }: Buffer,
  work: () => Promise<T>,
): Promise<T> {
  if (length > SMALL_BODY_BYTES) return withLargePermit(organizationId, length, work);
  return withSmallPermit(organizationId, Math.min(length, MAX_SMALL_WEIGHT), work);
}
