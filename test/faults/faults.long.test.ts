import { describe, expect, it } from 'vitest';
import { openTestDatabase } from '../support/database.ts';
import { takeRedisDatabase } from '../support/redis-database.ts';
import type { Fault } from './fault.ts';
import { deliverTwice } from './deliver-twice.ts';
import { killIngress } from './kill-ingress.ts';
import { killWorker } from './kill-worker.ts';
import { loseAnswers } from './lose-answers.ts';
import { flushRedis } from './lose-redis.ts';
import { openPlace } from './place.ts';
import { runFault } from './run-fault.ts';
import { shiftClock } from './shift-clock.ts';
import type { Ground } from './support/servers.ts';
import type { World } from './support/world.ts';

/*
 * A selection of `npm run test:faults` with less load: the faults that need no servers of their
 * own.
 */

const SEED = Number(process.env['FAULTS_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const FAULTS: readonly Fault<World>[] = [
  killWorker,
  killIngress,
  loseAnswers,
  flushRedis,
  deliverTwice,
  shiftClock,
];

async function openGround(): Promise<Ground> {
  return {
    openDatabase: () => openTestDatabase(),
    redisUrl: await takeRedisDatabase(),
    chromiumPath: process.env['CHROMIUM_PATH'] ?? '',
    servers: null,
    smallDisk: null,
  };
}

describe(`the engine loses, duplicates and mixes up nothing (seed ${SEED})`, () => {
  it.each(FAULTS)(
    'after $hurts',
    async (fault) => {
      const { failure, acknowledged } = await runFault(fault, openPlace(await openGround(), SEED, true));
      expect(failure).toBeNull();
      expect(acknowledged).toBeGreaterThan(0);
    },
    300_000,
  );
});
