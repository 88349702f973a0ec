import type { Fault } from '../faults/fault.ts';
import { clocksApart } from './faults/clocks-apart.ts';
import { CUT_WAYS } from './faults/cut-ways.ts';
import { freezePrimary, freezeRedis } from './faults/freeze.ts';
import { KILL_PROCESSES } from './faults/kill-process.ts';
import { losePrimary } from './faults/lose-primary.ts';
import { killPostgres, loseRedisMaster, loseStandby } from './faults/lose-servers.ts';
import { rollingRestart, rollingUpgrade } from './faults/roll.ts';
import { slowDiskOfPrimary, slowNetwork } from './faults/slowness.ts';
import { switchover } from './faults/switch-primary.ts';
import type { World } from './world.ts';

/** All faults in a cluster, in the order of the runs. */
export const CLUSTER_FAULTS: readonly Fault<World>[] = [
  losePrimary,
  killPostgres,
  freezePrimary,
  switchover,
  loseStandby,
  loseRedisMaster,
  freezeRedis,
  ...KILL_PROCESSES,
  ...CUT_WAYS,
  slowNetwork,
  slowDiskOfPrimary,
  clocksApart,
  rollingRestart,
  rollingUpgrade,
];
