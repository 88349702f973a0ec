import { type BodySemaphore, createBodySemaphore } from '../platform/admission/body-semaphore.ts';
import { BODY_WORK_LIMITS, MAX_SMALL_WEIGHT, SMALL_BODY_BYTES } from '../platform/admission/limits.ts';
import type { Connection } from '../platform/postgres/database.ts';
import type { Examiner } from './examiner.ts';
import { createIssuersOfOthers, type IssuersOfOthers } from './issuers-of-others.ts';
import { createKnownSeries, type KnownSeries } from './known-series.ts';
import { createKnownDecisions, type KnownDecisions } from '../organizations/registers/known-decisions.ts';

/**
 * The examiner of request bodies, the look-ups of issuers, series and decisions about issuers, and the semaphores that limit the work on
 * bodies. Creates and dry runs share them.
 */
export type Intake = {
  readonly examiner: Examiner;
  readonly issuersOfOthers: IssuersOfOthers;
  readonly knownSeries: KnownSeries;
  readonly knownDecisions: KnownDecisions;
  readonly withSmallPermit: BodySemaphore;
  readonly withLargePermit: BodySemaphore;
  /** Limits comparisons of a sent body with a stored one if either is large. */
  readonly inComparison: BodySemaphore;
};

/** Creates the intake of a process. */
export function createIntake(examiner: Examiner, connection: Connection, now: () => Date): Intake {
  return {
    examiner,
    issuersOfOthers: createIssuersOfOthers(connection, now),
    knownSeries: createKnownSeries(connection, now),
    knownDecisions: createKnownDecisions(connection, now),
    withSmallPermit: createBodySemaphore(BODY_WORK_LIMITS.small),
    withLargePermit: createBodySemaphore(BODY_WORK_LIMITS.large),
    inComparison: createBodySemaphore(BODY_WORK_LIMITS.comparison),
  };
}

/**
 * Runs work on a body under the permit for its size.
 * @throws SemaphoreTimeout if the permit is not granted in time.
 */
export function withPermit<T>(
  { withSmallPermit, withLargePermit }: Intake,
  organizationId: number,
  { length }: Buffer,
  work: () => Promise<T>,
): Promise<T> {
  if (length > SMALL_BODY_BYTES) return withLargePermit(organizationId, length, work);
  return withSmallPermit(organizationId, Math.min(length, MAX_SMALL_WEIGHT), work);
}
