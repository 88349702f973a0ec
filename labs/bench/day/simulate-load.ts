import { buildArrivals, DAY, findBusiestHour } from './arrivals.ts';
import { ASSUMPTIONS } from './assumptions.ts';
import { type Costs, PROCESSES, type Process } from './costs.ts';
import { countProcesses, type Conditions, type Installation } from './installation.ts';
import { countConnections, type Limit, listLimits } from './list-limits.ts';
import { type Outcome, simulate, type Waits } from './simulate.ts';
import { sizeInstallation } from './size-installation.ts';

/** The 99th percentile and the median of the waiting times, in seconds. */
export type Told = Readonly<Record<keyof Waits, { readonly median: number; readonly p99: number }>>;

/** The results of one simulated day. */
export type LoadResult = {
  readonly invoices: number;
  readonly batches: number;
  readonly installation: Installation;
  /** Includes the core of Redis. */
  readonly cores: number;
  readonly memoryBytes: number;
  readonly connections: number;
  readonly bytesPerDay: number;
  readonly walBytesPerDay: number;
  /** Core seconds of a whole day. */
  readonly used: Readonly<Record<Process, number>>;
  readonly jobs: number;
  readonly envelopes: number;
  readonly waits: Told;
  /** The part of the day that was simulated, in hours. */
  readonly hours: readonly [number, number];
  readonly limits: readonly Limit[];
  /** The same installation with twice the load. */
  readonly doubled: { readonly waits: Told };
  /**
   * The same installation for a whole day at the end of a month; null if that was not simulated.
   */
  readonly monthEnd: { readonly waits: Told } | null;
};

const MB = 2 ** 20;
/** The memory of a connection to PostgreSQL, and of an idle Redis. */
const CONNECTION_BYTES = 10 * MB;
const REDIS_BYTES = 64 * MB;
/**
 * For more invoices than this only the busiest hours are simulated, because the whole day would
 * take too long.
 */
const MOST_WHOLE = 12_000_000;

const CONDITIONS: Conditions = {
  aeatAnswerSeconds: ASSUMPTIONS.aeatAnswerSeconds.value,
  aeatWaitSeconds: ASSUMPTIONS.aeatWaitSeconds.value,
  walSyncSeconds: ASSUMPTIONS.walSyncSeconds.value,
  walBytesPerSecond: ASSUMPTIONS.walBytesPerSecond.value,
  reads: ASSUMPTIONS.reads.value,
};

/**
 * Sizes an installation for a day of `invoices` invoices and returns what it needs, how it
 * performs, and which limit it reaches first.
 */
export function simulateLoad(
  invoices: number,
  seed: number,
  costs: Costs,
  say: (text: string) => void,
): LoadResult {
  const { from, share } = findBusiestHour();
  const busy = [from - 600, from + 3600 + 600] as const;
  const run = (count: number, between: readonly [number, number]) => {
    const arrivals = buildArrivals(count, seed, between);
    return (installation: Installation) => simulate(arrivals, installation, costs, CONDITIONS, from);
  };
  const sized = sizeInstallation(run(invoices, busy));
  const { installation } = sized;
  say(`${invoices} a day: ${JSON.stringify(installation)}`);
  const isWhole = invoices <= MOST_WHOLE;
  const outcome = isWhole ? run(invoices, [0, DAY])(installation) : sized.outcome;
  const doubled = run(2 * invoices, busy)(installation);
  const atEnd = ASSUMPTIONS.monthEnd.value * invoices;
  const monthEnd = isWhole ? run(atEnd, [0, DAY])(installation) : null;
  // Resources are used only by arrivals, so the use of a part of the day is scaled up to the whole
  // day.
  const arrived = buildArrivals(invoices, seed, isWhole ? [0, DAY] : busy);
  const times = invoices / arrived.invoices;
  const bytesPerDay = sumAtRest(arrived.sizes, outcome.envelopes, costs) * times;
  return {
    invoices,
    batches: Math.round(arrived.times.length * times),
    installation,
    cores: countProcesses(installation) + installation.databaseCores + 1,
    memoryBytes: sumMemory(installation, outcome, costs, bytesPerDay * share),
    connections: countConnections(installation),
    bytesPerDay,
    walBytesPerDay: outcome.whole.walBytes * times,
    used: Object.fromEntries(
      PROCESSES.map((name) => [name, outcome.whole.cores[name] * times]),
    ) as LoadResult['used'],
    jobs: Math.round(outcome.jobs * times),
    envelopes: Math.round(outcome.envelopes * times),
    waits: collectWaits(outcome),
    hours: isWhole ? [0, 24] : [busy[0] / 3600, busy[1] / 3600],
    limits: listLimits(installation, outcome, costs, CONDITIONS),
    doubled: { waits: collectWaits(doubled) },
    monthEnd: monthEnd && { waits: collectWaits(monthEnd) },
  };
}

/** Returns the median and the 99th percentile of each waiting time. */
export function collectWaits({ waits }: Outcome): Told {
  return Object.fromEntries(
    Object.entries(waits).map(([name, times]) => [
      name,
      { median: times.quantile(0.5), p99: times.quantile(0.99) },
    ]),
  ) as Told;
}

/** Returns the bytes that batches of these sizes and their envelopes take in PostgreSQL. */
export function sumAtRest(sizes: Iterable<number>, envelopes: number, costs: Costs): number {
  const each = new Map(
    [...costs.issue.keys()].map((size) => {
      const steps = [costs.accept, costs.issue, costs.render].map((of) => of.get(size)!.bytesAtRest);
      return [size, steps.reduce((sum, bytes) => sum + bytes, size * costs.record.bytesAtRest)] as const;
    }),
  );
  let sum = envelopes * costs.envelope.bytesAtRest;
  for (const size of sizes) sum += each.get(size)!;
  return sum;
}

/**
 * Returns the memory of the installation: the maximum of each process, the writes of the busiest
 * hour as PostgreSQL's buffers, and the longest queues in Redis.
 */
function sumMemory(
  installation: Installation,
  { mostWaiting }: Outcome,
  { memory, redisBytesPerBatch }: Costs,
  hourBytes: number,
): number {
  const { ingresses, issuers, renderers, remitters } = installation;
  const processes =
    ingresses * memory.ingress +
    (issuers + renderers + remitters) * memory.worker +
    renderers * memory.chromium;
  const postgres = hourBytes + countConnections(installation) * CONNECTION_BYTES;
  const waiting = mostWaiting.batches + mostWaiting.renderBatches + mostWaiting.chains;
  return processes + postgres + REDIS_BYTES + waiting * redisBytesPerBatch;
}
