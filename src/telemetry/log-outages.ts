import type { EventEmitter } from 'node:events';
import type { Logger } from './logger.ts';

/**
 * Says once that a connection to Redis went and once that it came back; the client tells of every attempt.
 * @param connection an ioredis connection: it emits `error` for each attempt that fails, and `ready`.
 */
export function logOutages(connection: EventEmitter, logger: Logger): void {
  let isAway = false;
  connection.on('error', (error: unknown) => {
    if (!isAway) logger.warn({ err: error }, 'Redis is away');
    isAway = true;
  });
  connection.on('ready', () => {
    if (isAway) logger.info('Redis is back');
    isAway = false;
  });
}
