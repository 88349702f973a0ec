import type { QueueName } from './catalog.ts';

/*
 * A script, or a command about several keys, works in a Redis Cluster only where all of them lie in one slot: those whose names have the same
 * text in braces. All keys of a queue do, so queues are what spreads over a cluster, and all that is kept beside them lies in one.
 */

/** What every key begins with but those of queues; tests use one of their own. */
export const DEFAULT_PREFIX = '{ibe}';

/** What the keys of a queue begin with: `{ibe:batches}`. */
export function prefixOf(queue: QueueName, prefix: string): string {
  return `${prefix.slice(0, -1)}:${queue}}`;
}
