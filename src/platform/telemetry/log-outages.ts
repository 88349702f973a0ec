import type { EventEmitter } from 'node:events';
import type { Logger } from './logger.ts';

/** Told of every try: what is wrong in words and the error, or that it worked. */
export type OutageTeller = {
  failed(text: string, error: unknown): void;
  worked(): void;
};

/** Says once that a server went, again where something else is wrong with it by then, and once that it came back. */
export function createOutageReporter(name: string, logger: Logger): OutageTeller {
  let told: string | null = null;
  return {
    failed(text, error) {
      if (told !== text) logger.warn({ err: error }, `${name} ${text}`);
      told = text;
    },
    worked() {
      if (told !== null) logger.info(`${name} is back`);
      told = null;
    },
  };
}

/**
 * Says once that a connection to Redis went and once that it came back; the client tells of every attempt.
 * @param connection an ioredis connection: it emits `error` for each attempt that fails, and `ready`.
 * @param explain says what is wrong where it is there, and refuses; null: it is away.
 */
export function logOutages(
  connection: EventEmitter,
  logger: Logger,
  explain: (error: unknown) => string | null = () => null,
): void {
  const teller = createOutageReporter('Redis', logger);
  connection.on('error', (error: unknown) => teller.failed(explain(error) ?? 'is away', error));
  connection.on('ready', () => teller.worked());
}
