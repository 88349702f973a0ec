import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from '../telemetry/logger.ts';

export type DrainOptions = {
  readonly logger: Logger;
  /** Finishes the work in progress and releases all resources. Called once. */
  readonly drain: () => Promise<void>;
  /**
   * The time limit for draining in milliseconds. Orchestrators usually kill a process after 30 s.
   */
  readonly limit?: number;
};

const DRAIN_LIMIT_MS = 25_000;

/*
 * Ctrl-C reaches a process several times: from the terminal, from npm, which forwards it, and from
 * a parent that stops its children. Signals within this time count as one.
 */
const REPEAT_MS = 1000;

/**
 * Handles the end of a process. The first SIGTERM or SIGINT, or the loss of the parent that forked
 * it, drains the process and exits with 0. A second signal more than one second later exits with 1
 * at once. An uncaught error is logged, drains the process and exits with 1. Draining that fails or
 * exceeds its time limit also exits with 1.
 */
export function runUntilSignal({ logger, drain, limit = DRAIN_LIMIT_MS }: DrainOptions): void {
  let stoppingSince: number | undefined;

  async function stop(reason: string, code: 0 | 1): Promise<void> {
    stoppingSince = performance.now();
    logger.info({ reason }, 'Draining');
    try {
      const outcome = await Promise.race([
        drain().then(() => 'drained' as const),
        wait(limit, 'late' as const),
      ]);
      const took = Math.round(performance.now() - stoppingSince);
      if (outcome === 'drained') {
        logger.info({ ms: took }, 'Stopped');
        process.exit(code);
      }
      logger.error({ limit }, 'Draining took too long; stopping now');
    } catch (error) {
      logger.error({ err: error }, 'Draining failed; stopping now');
    }
    process.exit(1);
  }

  function onSignal(signal: NodeJS.Signals): void {
    if (stoppingSince === undefined) return void stop(signal, 0);
    if (performance.now() - stoppingSince < REPEAT_MS) return;
    logger.warn({ reason: signal }, 'Second signal received; stopping at once');
    process.exit(1);
  }

  function onDisconnect(): void {
    if (stoppingSince === undefined) void stop('parent process ended', 0);
  }

  function onUncaught(error: unknown, origin: string): void {
    logger.fatal({ err: error, origin }, 'Uncaught error');
    if (stoppingSince === undefined) void stop(origin, 1);
  }

  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
  process.on('uncaughtException', onUncaught);
  process.on('unhandledRejection', (error) => onUncaught(error, 'unhandledRejection'));
  process.on('disconnect', onDisconnect);
  // The parent may have ended while this process was starting.
  if (process.send !== undefined && !process.connected) onDisconnect();
}
