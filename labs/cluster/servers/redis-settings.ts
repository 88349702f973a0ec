export const REDIS_PORT = 6379;
export const SENTINEL_PORT = 26_379;
/** The name of the master in Sentinel. */
export const MASTER_NAME = 'engine';
/** The time in ms after which a silent master counts as down. */
const DOWN_AFTER_MS = 3000;

type RedisInput = {
  readonly address: string;
  readonly home: string;
  readonly password: string;
  /** The master that it replicates; undefined for the first master. */
  readonly master: string | undefined;
};

/**
 * Builds the settings of a Redis that stores its jobs on disk and can be master or replica.
 * Sentinel rewrites the file.
 */
export function buildRedisSettings({ address, home, password, master }: RedisInput): string {
  return [
    `bind ${address}`,
    `port ${REDIS_PORT}`,
    'protected-mode no',
    `requirepass ${password}`,
    `masterauth ${password}`,
    `dir "${home}"`,
    'maxmemory-policy noeviction',
    'save ""',
    'appendonly yes',
    'repl-timeout 10',
    'repl-ping-replica-period 2',
    ...(master === undefined ? [] : [`replicaof ${master} ${REDIS_PORT}`]),
    '',
  ].join('\n');
}

type SentinelInput = {
  readonly address: string;
  readonly home: string;
  readonly password: string;
  readonly master: string;
};

/**
 * Builds the settings of one of three Sentinels, two of which form the quorum. The Sentinel stores
 * what it learns in this file.
 */
export function buildSentinelSettings({ address, home, password, master }: SentinelInput): string {
  return [
    `bind ${address}`,
    `port ${SENTINEL_PORT}`,
    'protected-mode no',
    `dir "${home}"`,
    `sentinel monitor ${MASTER_NAME} ${master} ${REDIS_PORT} 2`,
    `sentinel auth-pass ${MASTER_NAME} ${password}`,
    `sentinel down-after-milliseconds ${MASTER_NAME} ${DOWN_AFTER_MS}`,
    `sentinel failover-timeout ${MASTER_NAME} 10000`,
    `sentinel parallel-syncs ${MASTER_NAME} 1`,
    '',
  ].join('\n');
}
