import type { QueueName } from './catalog.ts';

/*
 * In a Redis Cluster a script, or a command with several keys, works only if all the keys are in
 * one slot. Keys with the same text in braces share a slot. All keys of a queue share one, so the
 * cluster distributes whole queues; the keys stored beside the queues share another slot.
 */

/** The prefix of every key that does not belong to a queue. Tests use prefixes of their own. */
export const DEFAULT_PREFIX = '{ibe}';

/** Returns the key of the active cluster lineage (ops/adr/0019). */
export const lineageKey = (prefix: string): string => `${prefix}:lineage`;

/** Returns the prefix of a queue's keys, for example `{ibe:batches}`. */
export function prefixOf(queue: QueueName, prefix: string): string {
  return `${prefix.slice(0, -1)}:${queue}}`;
}
