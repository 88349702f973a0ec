import type { EventEmitter } from 'node:events';
import type { Logger } from './logger.ts';

/** Reports each attempt to use a server: the fault in words with its error, or success. */
export type OutageTeller = {
  failed(text: string, error: unknown): void;
  worked(): void;
};

/** Logs once that a server failed, again if the fault changes, and once that it works again. */
export function createOutageReporter(name: string, logger: Logger): OutageTeller {
  let told: string | null = null;
  return {
    failed(text, error) {
      if (told !== text) logger.warn({ err: error }, `${name} ${text}`);
      told = text;
    },
    worked() {
      if (told !== null) logger.info(`${name} is available again`);
      told = null;
    },
  };
}

/**
 * Logs once that a connection to Redis was lost and once that it is back, although the client
 * reports every attempt.
 * @param connection an ioredis connection, which emits `error` for each failed attempt, and
 *   `ready`.
 * @param explain describes why a server that answers refuses the connection; null: it is
 *   unavailable.
 */
export function logOutages(
  connection: EventEmitter,
  logger: Logger,
  explain: (error: unknown) => string | null = () => null,
): void {
  const teller = createOutageReporter('Redis', logger);
  connection.on('error', (error: unknown) => teller.failed(explain(error) ?? 'is not available', error));
  connection.on('ready', () => teller.worked());
}
