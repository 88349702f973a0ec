import { type Cost, type Costs, PROCESSES, type Process } from '../costs.ts';
import { type Conditions, countProcesses, type Installation } from '../installation.ts';
import type { Clock } from './open-clock.ts';
import { openCores } from './open-cores.ts';
import { type Log, openLog } from './open-log.ts';

/** What has processes of its own. */
type Duty = Exclude<Process, 'postgres' | 'redis'>;

/** The machines of an installation: what a piece of work does on them, one after the other. */
export type Machines = {
  /** The worker's or ingress's part with Redis's, PostgreSQL's, and then its commit. @param share of the cost, 1 for all of it. */
  run(duty: Duty, cost: Cost, share: number, done: () => void): void;
  /** Reads of batches: they commit nothing. */
  read(seconds: number): void;
  /** Core seconds that were asked for so far. */
  used(): Readonly<Record<Process, number>>;
  readonly log: Log;
};

/** Opens them: a machine for each duty, or one for all. */
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
      // One commit stands for all of a job's: those before it say only that it was begun.
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

/** An ingress and three workers, one of each duty, when the benchmark's goal `stages` looked. */
const PROCESSES_WHEN_IDLE = 4;

/** Cores that those need for looking whether there is anything to do. */
function restless({ idle }: Costs): number {
  return PROCESSES.reduce((sum, name) => sum + idle[name], 0);
}
