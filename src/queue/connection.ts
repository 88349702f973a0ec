import { Redis } from 'ioredis';

/**
 * What was the primary says this after a failover and keeps its connections, while the address leads to another server: whoever holds on to them
 * would do nothing for ever.
 */
const reconnectOnError = (error: Error): boolean => /\bREADONLY\b/.test(error.message);

/**
 * Connections to Redis, by duty.
 * A producer fails at once when Redis is away (the hint is lost, the reconciler repeats it); a worker waits for ever.
 */
export function openProducerConnection(url: string): Redis {
  return new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    connectTimeout: 2000,
    commandTimeout: 2000,
    retryStrategy: (times) => Math.min(times * 200, 2000),
    reconnectOnError,
  });
}

/** For BullMQ workers, whose blocking reads may never be given up. */
export function openWorkerConnection(url: string): Redis {
  return new Redis(url, {
    maxRetriesPerRequest: null,
    retryStrategy: (times) => Math.min(times * 200, 2000),
    reconnectOnError,
  });
}
