import type { Fault } from '../../../../test/faults/fault.ts';
import { freeze } from '../hurting/cut-power.ts';
import { measureFailover } from './lose-primary.ts';
import type { World } from '../world.ts';

const FROZEN_SECONDS = 30;

export const freezePrimary: Fault<World> = {
  name: 'freeze-primary',
  hurts:
    'SIGSTOP of everything on the machine of the primary, like a paused virtual machine: its connections stay open without answers',
  undone: `SIGCONT after ${FROZEN_SECONDS} s, when it still considers itself the primary`,
  awaits:
    'the standby is promoted and accepts batches; the old primary steps down when it continues, and no invoice is issued twice',
  async run(world) {
    const old = await world.primary();
    const hurt = performance.now();
    const frozen = freeze(world.cluster, old);
    world.undo.defer(() => frozen.thaw());
    const thawing = world.sleep(FROZEN_SECONDS).then(() => frozen.thaw());
    const measures = await measureFailover(world, old, hurt);
    await thawing;
    const back = performance.now();
    return [
      ...measures,
      { what: 'the machine is a synchronous standby', seconds: await world.measureWholeness(back) },
    ];
  },
};

export const freezeRedis: Fault<World> = {
  name: 'freeze-redis-master',
  hurts: 'SIGSTOP of the master of Redis: its connections stay open without answers',
  undone: `SIGCONT after ${FROZEN_SECONDS} s, when it still considers itself the master`,
  awaits: 'Sentinel promotes the replica and work continues there; the old master becomes a replica',
  async run(world) {
    const old = await world.master();
    const hurt = performance.now();
    const frozen = freeze(world.cluster, old);
    world.undo.defer(() => frozen.thaw());
    const thawing = world.sleep(FROZEN_SECONDS).then(() => frozen.thaw());
    const issued = await world.measureWork('issued', hurt);
    await thawing;
    const back = performance.now();
    return [
      { what: 'a new batch is issued', seconds: issued },
      { what: 'the old master is a replica', seconds: await world.measureWholeness(back) },
    ];
  },
};
