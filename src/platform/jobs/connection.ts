import { type Cluster, type CommonRedisOptions, Redis } from 'ioredis';
import { readRedisAddress } from '../addresses/redis-address.ts';
import { openCluster } from './cluster-connection.ts';
import { followCredentials, readCredentials, type ReadUrl } from './redis-credentials.ts';
import { PersistentSentinelConnector } from './sentinel-connector.ts';

/** A connection to one server, to the master that Sentinel names, or to a cluster. */
export type RedisConnection = Redis | Cluster;

/**
 * After a failover the old primary answers READONLY and keeps its connections, although the address
 * now leads to another server. A client that kept such a connection would never write again.
 */
const reconnectOnError = (error: Error): boolean => /\bREADONLY\b/.test(error.message);

/** The options that differ between producers, workers and one-time checks. */
type Options = Pick<
  CommonRedisOptions,
  | 'commandTimeout'
  | 'connectTimeout'
  | 'enableOfflineQueue'
  | 'lazyConnect'
  | 'maxRetriesPerRequest'
  | 'socketTimeout'
>;

const MAX_PAUSE_MS = 2000;
const pauseBefore = (times: number): number => Math.min(times * 200, MAX_PAUSE_MS);

/**
 * Opens a connection for enqueuing jobs. A command fails at once if Redis is unavailable; the job
 * is then lost, and the reconciler enqueues it again.
 */
export function openProducerConnection(url: string | ReadUrl): RedisConnection {
  return openRedisConnection(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    connectTimeout: 2000,
    commandTimeout: 2000,
    // A network that drops all packets closes no connection. A connection whose answer is overdue
    // is replaced.
    socketTimeout: 5000,
  });
}

/** Opens a connection for BullMQ workers. Their blocking reads are retried without limit. */
export function openWorkerConnection(url: string | ReadUrl): RedisConnection {
  return openRedisConnection(url, {
    maxRetriesPerRequest: null,
    connectTimeout: 5000,
    // Longer than the ten seconds that a blocking read waits at most.
    socketTimeout: 20_000,
  });
}

/** Opens a connection for a single check, which fails with the reason instead of retrying. */
export function openAskingConnection(url: string, patienceMs: number): RedisConnection {
  return openRedisConnection(
    url,
    {
      lazyConnect: true,
      connectTimeout: patienceMs,
      commandTimeout: patienceMs,
      maxRetriesPerRequest: 0,
    },
    () => null,
  );
}

/** Returns the servers that accept writes. A cluster has several, each with its own settings. */
export function serversOf(connection: RedisConnection): readonly Redis[] {
  return 'slots' in connection ? connection.nodes('master') : [connection];
}

/**
 * @param pause returns the delay in milliseconds before the next attempt to connect; null means no
 *   further attempt.
 */
function openRedisConnection(
  url: string | ReadUrl,
  options: Options,
  pause: (times: number) => number | null = pauseBefore,
): RedisConnection {
  const readUrl = typeof url === 'string' ? () => url : url;
  const address = readRedisAddress(readUrl());
  const common = {
    ...options,
    ...readCredentials(readUrl),
    ...(address.family !== undefined && { family: address.family }),
    reconnectOnError,
    keepAlive: 10_000,
  };
  if (address.kind === 'cluster') return openCluster(readUrl, address.hosts, spread(common, pause));
  // ioredis calls this function as a method of the options of the connection that reconnects,
  // including those of a duplicate.
  const follow = function (this: unknown, times: number): number | null {
    followCredentials(this as object, readUrl);
    return pause(times);
  };
  const all = { ...common, db: address.database, retryStrategy: follow };
  if (address.kind === 'single') return new Redis<'legacy'>({ ...all, ...address.hosts[0]! });
  return new Redis<'legacy'>({
    ...all,
    sentinels: [...address.hosts],
    Connector: PersistentSentinelConnector,
    name: address.sentinel.master,
    sentinelCommandTimeout: options.commandTimeout ?? 5000,
    sentinelRetryStrategy: follow,
    // A master that hangs closes no connection; Sentinel reports the new master.
    failoverDetector: true,
    enableTLSForSentinelMode: address.encryption !== null,
  });
}

/** Separates the options of the cluster as a whole from those of each connection to a node. */
function spread(
  { enableOfflineQueue = true, lazyConnect = false, ...redisOptions }: Options,
  pause: (times: number) => number | null,
) {
  return {
    enableOfflineQueue,
    lazyConnect,
    clusterRetryStrategy: pause,
    slotsRefreshTimeout: 2000,
    // Detects a node that has left even if no command is sent to it.
    slotsRefreshInterval: 5000,
    redisOptions,
  };
}
