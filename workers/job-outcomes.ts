import type { JobName } from '../src/platform/jobs/catalog.ts';
import type { Payload } from '../src/platform/jobs/job-queues.ts';

/** Publishes the progress of a job while it runs. */
export type Show = (progress: object) => void;
/**
 * Processors by job name. A processor returns the result of the job or a Snooze. Whatever it throws
 * is a failure.
 */
export type Processors = { readonly [N in JobName]?: (payload: Payload<N>, show: Show) => Promise<object> };

type LaterOptions = {
  /** Reason for the job's log. */
  readonly note?: string | undefined;
  /**
   * Amount of work, as in a job: the job gets a new priority of its organization for the time when
   * it wakes. If absent, the job keeps its priority.
   */
  readonly work?: number;
};

/**
 * Returned by a processor whose rows must wait: the job sleeps until `at` and then runs again with
 * this payload.
 */
export class Snooze {
  readonly at: Date;
  readonly payload: Payload<JobName>;
  readonly options: LaterOptions;

  constructor(at: Date, payload: Payload<JobName>, options: LaterOptions = {}) {
    this.at = at;
    this.payload = payload;
    this.options = options;
  }
}

/** Outcome of one run of a job. */
export type Outcome =
  | { readonly kind: 'completed'; readonly result: object }
  | { readonly kind: 'snoozed'; readonly snooze: Snooze }
  | { readonly kind: 'failed'; readonly error: Error }
  | { readonly kind: 'refused'; readonly why: string };
