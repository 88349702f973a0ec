import type { Pool } from 'pg';
import type { PayloadVersion } from '../contracts/webhooks.ts';
import type { PrimaryTracker } from '../platform/postgres/lineage/primary-tracker.ts';
import type { Logger } from '../platform/telemetry/logger.ts';
import type { WebhookMetrics } from './webhook-metrics.ts';
import type { NameResolver } from './name-resolver.ts';

/*
 * Types that the parts of webhook delivery share.
 */

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

/** The result of a run. `hasMore`: the run reached a limit, and further events are due at once. */
export type DeliveryReport = {
  readonly delivered: number;
  readonly failed: number;
  readonly hasMore: boolean;
};

/** A claimed endpoint with its unsealed secrets. */
export type OpenEndpoint = {
  readonly id: number;
  readonly organizationId: number;
  readonly url: string;
  readonly secrets: readonly string[];
  readonly payloadVersion: PayloadVersion;
  /** The number of consecutive failures so far. */
  readonly failures: number;
};

/** The progress of a run. `isOver`: the run sends nothing more. */
export type Run = { failures: number; delivered: number; failed: number; isOver: boolean };
