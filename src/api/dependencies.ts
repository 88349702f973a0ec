import type { Extractor } from '../render/postprocess/open-extractor.ts';
import type { RedisConnection } from '../platform/jobs/connection.ts';
import type { Pool } from 'pg';
import type { Environment } from '../platform/config/environment.ts';
import type { Examiner } from '../accept/examiner.ts';
import type { Software } from '../issue/chain-records.ts';
import type { Orm } from '../platform/postgres/open-database.ts';
import type { PrimaryTracker } from '../platform/postgres/lineage/primary-tracker.ts';
import type { RenderStore } from '../render/store/render-store.ts';
import type { JobQueues } from '../platform/jobs/job-queues.ts';
import type { Logger } from '../platform/telemetry/logger.ts';
import type { IngressMetrics } from './ingress-metrics.ts';
import type { DocumentWriter } from '../deliver/writing/document-writer.ts';
import type { Traces } from '../platform/telemetry/traces/traces.ts';

/** Everything that the API needs from its environment. */
export type Dependencies = {
  readonly environment: Environment;
  readonly pool: Pool;
  readonly orm: Orm;
  readonly jobQueues: Pick<JobQueues, 'send'>;
  /** Validates the bodies of batches. */
  readonly examiner: Examiner;
  /** Extracts PDFs from stored render batches. */
  readonly extractor: Extractor;
  /** Writes electronic invoices and whole invoices in threads. */
  readonly writer: DocumentWriter;
  /** Render store for render batches outside PostgreSQL; null if none is configured. */
  readonly outside: RenderStore | null;
  /** Counts requests for the rate limits. */
  readonly redis: RedisConnection;
  readonly logger: Logger;
  readonly metrics: IngressMetrics;
  readonly traces: Traces;
  readonly now: () => Date;
  /** Software identification in the registration records. */
  readonly software: Software;
  /** Knows the primary database. Records are created in no other database. */
  readonly tracker: Pick<PrimaryTracker, 'recall'>;
  /** Overrides of the default limits. */
  readonly limits?: {
    /** Milliseconds for which a client may read nothing of an answer. */
    readonly unreadAnswerMs?: number;
    /** Maximum total bytes of answers that clients have not read yet. */
    readonly unreadAnswerBytes?: number;
    /** Milliseconds for which a download waits for its permit. */
    readonly downloadPatienceMs?: number;
    /** ZIPs of an organization that have begun. */
    readonly begunZips?: number;
    /** Milliseconds for which the creation of one invoice waits until it is issued. */
    readonly issuedWithinMs?: number;
    /** Milliseconds after which PostgreSQL cancels a read. */
    readonly longestReadMs?: number;
  };
};
