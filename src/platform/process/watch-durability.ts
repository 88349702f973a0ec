import type { Pool } from 'pg';
import type { DurabilityGuard } from '../postgres/durability/durability-guard.ts';
import type { Logger } from '../telemetry/logger.ts';

const EVERY_MS = 10_000;
const AGAIN_MS = 1000;

/**
 * Logs one line about what a 201 answer guarantees, at the start and whenever that changes, until
 * it is disposed of.
 */
export function watchDurability(
  pool: Pool,
  guard: DurabilityGuard,
  logger: Pick<Logger, 'error' | 'info' | 'warn'>,
): Disposable {
  let told: string | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  function log(line: string, level: 'error' | 'info'): void {
    if (line === told) return;
    logger[told !== null && level === 'info' ? 'warn' : level](line);
    told = line;
  }

  async function run(): Promise<void> {
    let next = EVERY_MS;
    try {
      const promise = await guard.look(pool);
      log(guard.whyRefused() ?? promise, guard.whyRefused() === null ? 'info' : 'error');
    } catch {
      // Other code reports that the database is unavailable or why it is not used.
      if (guard.whyRefused() !== null) log(guard.whyRefused()!, 'error');
      next = AGAIN_MS;
    }
    if (!isStopped) timer = setTimeout(() => void run(), next).unref();
  }

  void run();
  return {
    [Symbol.dispose]() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
