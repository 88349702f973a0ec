import type { Pool } from 'pg';
import type { PrimaryTracker } from '../platform/postgres/lineage/primary-tracker.ts';
import type { Logger } from '../platform/telemetry/logger.ts';
import type { WebhookMetrics } from './webhook-metrics.ts';
import type { NameResolver } from './name-resolver.ts';

/* What the parts of delivering share. */

export type DeliverContext = {
  readonly pool: Pool;
  readonly logger: Logger;
  readonly metrics: WebhookMetrics;
  readonly now: () => Date;
  readonly random: () => number;
  readonly tracker: Pick<PrimaryTracker, 'explain'>;
  readonly webhooks: {
    readonly keys: readonly Uint8Array[];
    readonly allowsPrivate: boolean;
    readonly timeoutMs: number;
    readonly names: NameResolver;
  };
};

/** What a run did. `hasMore`: it ended because of its time, and there is more to do at once. */
export type DeliveryReport = {
  readonly delivered: number;
  readonly failed: number;
  readonly hasMore: boolean;
};

/** An endpoint that is claimed, and what signs for it. */
export type OpenEndpoint = {
  readonly id: number;
  readonly organizationId: number;
  readonly url: string;
  readonly secrets: readonly string[];
  /** In a row, until now. */
  readonly failures: number;
};

/** How a run goes. Over: nothing more is sent in it. */
export type Run = { failures: number; delivered: number; failed: number; isOver: boolean };
