import type { Fault } from '../../../test/faults/fault.ts';
import { clocksApart } from './cases/clocks-apart.ts';
import { CUT_WAYS } from './cases/cut-ways.ts';
import { freezePrimary, freezeRedis } from './cases/freeze.ts';
import { KILL_PROCESSES } from './cases/kill-process.ts';
import { losePrimary } from './cases/lose-primary.ts';
import { killPostgres, loseRedisMaster, loseStandby } from './cases/lose-servers.ts';
import { rollingRestart, rollingUpgrade } from './cases/roll.ts';
import { slowDiskOfPrimary, slowNetwork } from './cases/slowness.ts';
import { switchover } from './cases/switch-primary.ts';
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
