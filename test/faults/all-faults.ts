import type { Fault } from './fault.ts';
import { killBrowser } from './kill-browser.ts';
import { killIngress } from './kill-ingress.ts';
import { killWorker } from './kill-worker.ts';
import { crashPostgres, stopPostgres } from './lose-postgres.ts';
import { flushRedis, stopRedis } from './lose-redis.ts';
import { pauseWorker } from './pause-worker.ts';

/** Every fault, in the order of the runs. */
export const ALL_FAULTS: readonly Fault[] = [
  killWorker,
  killIngress,
  killBrowser,
  pauseWorker,
  flushRedis,
  stopRedis,
  stopPostgres,
  crashPostgres,
];
