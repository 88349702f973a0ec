import { Redis } from 'ioredis';

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
  });
}

/** For BullMQ workers, whose blocking reads may never be given up. */
export function openWorkerConnection(url: string): Redis {
  return new Redis(url, {
    maxRetriesPerRequest: null,
    retryStrategy: (times) => Math.min(times * 200, 2000),
  });
}
