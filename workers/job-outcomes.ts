import type { JobName } from '../src/platform/jobs/catalog.ts';
import type { Payload } from '../src/platform/jobs/hints.ts';

/** Shows how far a job has come, beside its work. */
export type Show = (progress: object) => void;
/** What runs the jobs of each name. A processor returns what the job has done, or a Snooze; whatever it throws is a failure. */
export type Processors = { readonly [N in JobName]?: (payload: Payload<N>, show: Show) => Promise<object> };

type LaterOptions = {
  /** Why, for the job's log. */
  readonly note?: string | undefined;
  /** As in a hint: it gets a new priority of its organization for when it wakes. Absent: it keeps its place. */
  readonly work?: number;
};

/** What a processor returns when its rows must wait: the job sleeps until then and runs again, with this payload. */
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

/** What became of one run of a job. */
export type Outcome =
  | { readonly kind: 'completed'; readonly result: object }
  | { readonly kind: 'snoozed'; readonly snooze: Snooze }
  | { readonly kind: 'failed'; readonly error: Error }
  | { readonly kind: 'refused'; readonly why: string };
