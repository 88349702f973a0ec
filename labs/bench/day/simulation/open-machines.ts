import { type Cost, type Costs, PROCESSES, type Process } from '../costs.ts';
import { type Conditions, countProcesses, type Installation } from '../installation.ts';
import type { Clock } from './open-clock.ts';
import { openCores } from './open-cores.ts';
import { type Log, openLog } from './open-log.ts';

/** The duties that have processes of their own. */
type Duty = Exclude<Process, 'postgres' | 'redis'>;

/**
 * The machines of an installation. A piece of work runs on several of them, one after the other.
 */
export type Machines = {
  /**
   * Runs the part of the worker or ingress together with that of Redis, then that of PostgreSQL,
   * then its commit.
   * @param share the part of the cost to spend, from 0 to 1.
   */
  run(duty: Duty, cost: Cost, share: number, done: () => void): void;
  /** Reads batches. A read does not commit anything. */
  read(seconds: number): void;
  /** The core seconds that were requested so far. */
  used(): Readonly<Record<Process, number>>;
  readonly log: Log;
};

/** Opens the machines: one per duty, or one for everything if the installation shares its cores. */
export function openMachines(
  clock: Clock,
  installation: Installation,
  costs: Costs,
  { walSyncSeconds, walBytesPerSecond }: Conditions,
): Machines {
  const { ingresses, issuers, renderers, remitters, databaseCores, sharedCores } = installation;
  const used = Object.fromEntries(PROCESSES.map((name) => [name, 0])) as Record<Process, number>;
  const shared = sharedCores === undefined ? null : openCores(clock, sharedCores - restless(costs));
  const open = (cores: number) => shared ?? openCores(clock, cores);
  const databaseIdle = (costs.idle.postgres / PROCESSES_WHEN_IDLE) * countProcesses(installation);
  const machines = {
    ingress: open(ingresses * (1 - costs.idle.ingress)),
    batches: open(issuers * (1 - costs.idle.batches)),
    pdfs: open(renderers * (1 - costs.idle.pdfs)),
    remission: open(remitters * (1 - costs.idle.remission)),
    postgres: open(Math.max(databaseCores - databaseIdle, databaseCores / 10)),
  };
  const log = openLog(clock, { syncSeconds: walSyncSeconds, bytesPerSecond: walBytesPerSecond });
  return {
    run(duty, cost, share, done) {
      const own = cost.ingress + cost.batches + cost.pdfs + cost.remission;
      const [before, after] = [(own + cost.redis) * share, cost.postgres * share];
      used[duty] += own * share;
      used.redis += cost.redis * share;
      used.postgres += after;
      // The whole cost of a job counts as one commit, because the earlier commits only mark the job
      // as started.
      machines[duty].work(before, () =>
        machines.postgres.work(after, () => log.commit(cost.walBytes * share, done)),
      );
    },
    read(seconds) {
      used.ingress += seconds;
      machines.ingress.work(seconds, () => {});
    },
    used: () => ({ ...used }),
    log,
  };
}

/**
 * The number of processes when the benchmark's goal `stages` measured idling: an ingress and one
 * worker of each of three duties.
 */
const PROCESSES_WHEN_IDLE = 4;

/** Returns the cores that idle processes need for polling. */
function restless({ idle }: Costs): number {
  return PROCESSES.reduce((sum, name) => sum + idle[name], 0);
}
