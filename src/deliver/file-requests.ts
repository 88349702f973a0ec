import type { Pool } from 'pg';
import type { JobQueues } from '../platform/jobs/job-queues.ts';
import type { Logger } from '../platform/telemetry/logger.ts';

/** What a request needs in order to have a missing file made by a worker. */
export type FileRequests = {
  readonly pool: Pool;
  readonly jobQueues: Pick<JobQueues, 'send'>;
  readonly logger: Logger;
  readonly metrics: {
    /** Counts the jobs that could not be enqueued. */
    readonly enqueueFailures: { inc(): void };
  };
};
