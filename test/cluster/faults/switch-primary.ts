import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Cluster, PostgresMachine } from '../../../ops/lab/cluster/cluster.ts';
import type { Fault } from '../../faults/fault.ts';
import { measureFailover } from './lose-primary.ts';
import type { World } from '../world.ts';

export const switchover: Fault<World> = {
  name: 'switchover',
  hurts:
    'the standby is made primary in order (patronictl switchover), as before the maintenance of a server',
  undone: 'by nobody: the old primary becomes standby',
  awaits: 'batches are accepted by the new primary within a moment',
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

/** Tells Patroni to change roles in order. */
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
