import { readFileSync } from 'node:fs';
import path from 'node:path';
import { eventually } from '../../../../test/support/eventually.ts';
import type { Fault } from '../../../../test/faults/fault.ts';
import { cutPower } from '../hurting/cut-power.ts';
import { PATIENCE_MS, type World } from '../world.ts';

/** A failover of Redis by Sentinel, until enqueued jobs arrive again. */
const REDIS_GOAL_SECONDS = 10;
const OFF_SECONDS = 10;

export const killPostgres: Fault<World> = {
  name: 'kill-postgres',
  hurts: 'kill -9 of PostgreSQL on the primary; its Patroni continues',
  undone: 'Patroni restarts PostgreSQL within 15 s, otherwise the standby takes over',
  awaits: 'batches are accepted, by the same primary or the other',
  async run(world) {
    const primary = await world.primary();
    const file = path.join(world.cluster.home, primary, 'postgres', 'data', 'postmaster.pid');
    const hurt = performance.now();
    process.kill(Number(readFileSync(file, 'utf8').split('\n')[0]), 'SIGKILL');
    const { at } = await world.flow.nextAcknowledged(hurt + 500, PATIENCE_MS, true);
    const issued = await world.measureWork('issued', hurt);
    return [
      { what: 'batches are accepted', seconds: (at - hurt) / 1000 },
      { what: 'a new batch is issued', seconds: issued },
      { what: 'the standby is synchronous', seconds: await world.measureWholeness(hurt) },
    ];
  },
};

export const loseStandby: Fault<World> = {
  name: 'lose-standby',
  hurts: 'kill -9 of everything on the machine of the synchronous standby',
  undone: `the machine is restarted ${OFF_SECONDS} s after batches were accepted`,
  awaits:
    'commits wait until Patroni lets the primary continue alone; the standby returns and is synchronous again',
  async run(world) {
    const standby = await world.standby();
    const hurt = performance.now();
    const machine = cutPower(world.cluster, standby);
    const { at } = await world.flow.nextAcknowledged(hurt + 500, PATIENCE_MS, true);
    await world.sleep(OFF_SECONDS);
    const back = performance.now();
    machine.restore();
    return [
      { what: 'batches are accepted without it', seconds: (at - hurt) / 1000 },
      { what: 'the machine is a synchronous standby', seconds: await world.measureWholeness(back) },
    ];
  },
};

export const loseRedisMaster: Fault<World> = {
  name: 'lose-redis-master',
  hurts: 'kill -9 of everything on the machine of the master of Redis',
  undone: `the machine is restarted ${OFF_SECONDS} s after work continued`,
  awaits:
    'Sentinel promotes the replica, and jobs of new batches are enqueued there; the old master returns as a replica',
  async run(world) {
    const old = await world.master();
    const hurt = performance.now();
    const machine = cutPower(world.cluster, old);
    const issued = world.measureWork('issued', hurt);
    const isReplaced = async () => (await world.master()) !== old;
    await eventually(isReplaced, { within: PATIENCE_MS, every: 50, what: 'another master of Redis' });
    const replaced = (performance.now() - hurt) / 1000;
    const seconds = await issued;
    await world.sleep(OFF_SECONDS);
    const back = performance.now();
    machine.restore();
    return [
      { what: 'the replica is master', seconds: replaced },
      { what: 'a new batch is issued', seconds, limit: REDIS_GOAL_SECONDS },
      { what: 'the old master is a replica', seconds: await world.measureWholeness(back) },
    ];
  },
};
