import { type BodySemaphore, createBodySemaphore } from './body-semaphores.ts';
import type { Examiner } from './examiner.ts';
import { MAX_SMALL_WEIGHT, SMALL_BODY_BYTES } from './small-body.ts';

/** Of large bodies one of the largest, and some of others beside it. */
const LARGE = { room: 40 * 1024 * 1024, share: 1 / 2 };
/** Of small bodies 64 that take most, eight of them of one organization; those of one invoice never wait. */
const SMALL = { room: 64 * MAX_SMALL_WEIGHT, share: 1 / 8 };
/** Of comparisons with stored bodies. */
const ONE_AT_A_TIME = { room: 1, share: 1 };

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
    withSmallPermit: createBodySemaphore(SMALL),
    withLargePermit: createBodySemaphore(LARGE),
    inComparison: createBodySemaphore(ONE_AT_A_TIME),
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
