import { type Cluster, type CommonRedisOptions, Redis } from 'ioredis';
import { readRedisAddress } from '../../contracts/redis-address.ts';
import { openCluster } from './cluster-connection.ts';
import { followCredentials, readCredentials, type ReadUrl } from './redis-credentials.ts';
import { PersistentSentinelConnector } from './sentinel-connector.ts';

/** To one server, to the master that sentinels know, or to a cluster. */
export type RedisConnection = Redis | Cluster;

/**
 * What was the primary says this after a failover and keeps its connections, while the address leads to another server: whoever holds on to them
 * would do nothing for ever.
 */
const reconnectOnError = (error: Error): boolean => /\bREADONLY\b/.test(error.message);

/** What duties differ in. */
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
 * Connections to Redis, by duty.
 * A producer fails at once when Redis is away (the hint is lost, the reconciler repeats it); a worker waits for ever.
 */
export function openProducerConnection(url: string | ReadUrl): RedisConnection {
  return openRedisConnection(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    connectTimeout: 2000,
    commandTimeout: 2000,
    // A network that swallows everything closes no connection: one on which an answer is overdue is left for another.
    socketTimeout: 5000,
  });
}

/** For BullMQ workers, whose blocking reads may never be given up. */
export function openWorkerConnection(url: string | ReadUrl): RedisConnection {
  return openRedisConnection(url, {
    maxRetriesPerRequest: null,
    connectTimeout: 5000,
    // Longer than the ten seconds that a blocking read waits at most.
    socketTimeout: 20_000,
  });
}

/** For who asks once, and wants to know what is wrong. */
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

/** The servers that are written to: of a cluster there are several, each with settings of its own. */
export function serversOf(connection: RedisConnection): readonly Redis[] {
  return 'slots' in connection ? connection.nodes('master') : [connection];
}

/** @param pause before the next try to connect; null: there is none. */
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
  // ioredis calls it as a method of the options of the connection that is made anew, also of a copy of this one.
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
    // A master that stands still ends no connection: Sentinel tells that there is another one.
    failoverDetector: true,
    enableTLSForSentinelMode: address.encryption !== null,
  });
}

/** What is said of a cluster as a whole, and what of each connection to a node. */
function spread(
  { enableOfflineQueue = true, lazyConnect = false, ...redisOptions }: Options,
  pause: (times: number) => number | null,
) {
  return {
    enableOfflineQueue,
    lazyConnect,
    clusterRetryStrategy: pause,
    slotsRefreshTimeout: 2000,
    // A node that went is missed also where nothing is sent to it.
    slotsRefreshInterval: 5000,
    redisOptions,
  };
}
