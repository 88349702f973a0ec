import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Cluster, PostgresMachine } from '../../cluster.ts';
import type { Fault } from '../../../../test/faults/fault.ts';
import { measureFailover } from './lose-primary.ts';
import type { World } from '../world.ts';

export const switchover: Fault<World> = {
  name: 'switchover',
  hurts: 'a planned switchover to the standby (patronictl switchover), as before the maintenance of a server',
  undone: 'not undone: the old primary becomes the standby',
  awaits: 'the new primary accepts batches within seconds',
  async run(world) {
    const old = await world.primary();
    const hurt = performance.now();
    await switchPrimary(world.cluster, old, await world.standby());
    const measures = await measureFailover(world, old, hurt);
    return [
      ...measures,
      { what: 'the old primary is a synchronous standby', seconds: await world.measureWholeness(hurt) },
    ];
  },
};

/** Tells Patroni to switch the roles. */
async function switchPrimary({ home }: Cluster, from: PostgresMachine, to: PostgresMachine): Promise<void> {
  await promisify(execFile)(path.join(home, 'patronictl'), [
    'switchover',
    'engine',
    '--master',
    from,
    '--candidate',
    to,
    '--force',
  ]);
}
