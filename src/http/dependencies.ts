import type { Extractor } from '../pdf/extraction/open-extractor.ts';
import type { RedisConnection } from '../queue/connection.ts';
import type { Pool } from 'pg';
import type { Environment } from '../config/environment.ts';
import type { Examiner } from '../ingestion/examiner.ts';
import type { Software } from '../issuing/chain-records.ts';
import type { PrimaryTracker } from '../persistence/identity/primary-tracker.ts';
import type { PrintStore } from '../print-store/print-store.ts';
import type { Hints } from '../queue/hints.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { IngressMetrics } from '../telemetry/metrics/ingress-metrics.ts';
import type { Traces } from '../telemetry/traces/traces.ts';

/** What the API is built from. */
export type Dependencies = {
  readonly environment: Environment;
  readonly pool: Pool;
  readonly hints: Pick<Hints, 'send'>;
  /** Looks into bodies of batches. */
  readonly examiner: Examiner;
  /** Extracts PDFs from stored prints. */
  readonly extractor: Extractor;
  /** Where prints lie that are not in PostgreSQL; null: no store is set. */
  readonly outside: PrintStore | null;
  /** Counts requests for the rate limits. */
  readonly redis: RedisConnection;
  readonly logger: Logger;
  readonly metrics: IngressMetrics;
  readonly traces: Traces;
  readonly now: () => Date;
  /** As registration records tell it. */
  readonly software: Software;
  /** Knows which database is in use: records are made in no other. */
  readonly tracker: Pick<PrimaryTracker, 'recall'>;
  /** Instead of what is usual. */
  readonly limits?: {
    /** How long a client may take nothing of an answer. */
    readonly unreadAnswerMs?: number;
    /** Of answers that wait to be read, in all. */
    readonly unreadAnswerBytes?: number;
    /** How long a download waits for its turn. */
    readonly downloadPatienceMs?: number;
    /** After how many milliseconds PostgreSQL ends a read. */
    readonly longestReadMs?: number;
  };
};
