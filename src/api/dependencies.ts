import type { Extractor } from '../render/postprocess/open-extractor.ts';
import type { RedisConnection } from '../platform/jobs/connection.ts';
import type { Pool } from 'pg';
import type { Environment } from '../platform/config/environment.ts';
import type { Examiner } from '../accept/examiner.ts';
import type { Software } from '../issue/chain-records.ts';
import type { Orm } from '../platform/postgres/open-database.ts';
import type { PrimaryTracker } from '../platform/postgres/lineage/primary-tracker.ts';
import type { RenderStore } from '../render/store/render-store.ts';
import type { Hints } from '../platform/jobs/hints.ts';
import type { Logger } from '../platform/telemetry/logger.ts';
import type { IngressMetrics } from './ingress-metrics.ts';
import type { Traces } from '../platform/telemetry/traces/traces.ts';

/** What the API is built from. */
export type Dependencies = {
  readonly environment: Environment;
  readonly pool: Pool;
  readonly orm: Orm;
  readonly hints: Pick<Hints, 'send'>;
  /** Looks into bodies of batches. */
  readonly examiner: Examiner;
  /** Extracts PDFs from stored render batches. */
  readonly extractor: Extractor;
  /** Where render batches lie that are not in PostgreSQL; null: no store is set. */
  readonly outside: RenderStore | null;
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
