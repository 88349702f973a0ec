import { deliverTwice } from './deliver-twice.ts';
import type { Fault } from './fault.ts';
import { fillDisk } from './fill-disk.ts';
import { freezeRemitter } from './freeze-remitter.ts';
import { killBrowser } from './kill-browser.ts';
import { killIngress } from './kill-ingress.ts';
import { killWorker } from './kill-worker.ts';
import { loseAnswers } from './lose-answers.ts';
import { crashPostgres, stopPostgres } from './lose-postgres.ts';
import { flushRedis, stopRedis } from './lose-redis.ts';
import { pauseWorker } from './pause-worker.ts';
import { poison } from './poison.ts';
import { shiftClock } from './shift-clock.ts';
import { stopProcesses } from './stop-processes.ts';
import type { World } from './support/world.ts';

/** All faults on one machine, in the order of the runs. */
export const MACHINE_FAULTS: readonly Fault<World>[] = [
  killWorker,
  killIngress,
  killBrowser,
  pauseWorker,
  freezeRemitter,
  loseAnswers,
  flushRedis,
  stopRedis,
  stopPostgres,
  crashPostgres,
  deliverTwice,
  poison,
  fillDisk,
  stopProcesses,
  shiftClock,
];
