import { buildArrivals, DAY, findBusiestHour } from './arrivals.ts';
import { ASSUMPTIONS } from './assumptions.ts';
import { type Costs, PROCESSES, type Process } from './costs.ts';
import { countProcesses, type Conditions, type Installation } from './installation.ts';
import { countConnections, type Limit, listLimits } from './list-limits.ts';
import { type Outcome, simulate, type Waits } from './simulate.ts';
import { sizeInstallation } from './size-installation.ts';

/** What 99 of 100 waited for, in seconds, and the middle one. */
export type Told = Readonly<Record<keyof Waits, { readonly median: number; readonly p99: number }>>;

/** What is told of a day of so many invoices. */
export type LoadResult = {
  readonly invoices: number;
  readonly batches: number;
  readonly installation: Installation;
  /** With that of Redis. */
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
  /** The same installation where twice as much comes. */
  readonly doubled: { readonly waits: Told };
  /** And at the end of a month, a whole day; null where that was not simulated. */
  readonly monthEnd: { readonly waits: Told } | null;
};

const MB = 2 ** 20;
/** Of each connection, of Redis without work. */
const CONNECTION_BYTES = 10 * MB;
const REDIS_BYTES = 64 * MB;
/** Beyond it only the busiest hours are simulated: the rest of a day has less to tell than it takes. */
const MOST_WHOLE = 12_000_000;

const CONDITIONS: Conditions = {
  aeatAnswerSeconds: ASSUMPTIONS.aeatAnswerSeconds.value,
  aeatWaitSeconds: ASSUMPTIONS.aeatWaitSeconds.value,
  walSyncSeconds: ASSUMPTIONS.walSyncSeconds.value,
  walBytesPerSecond: ASSUMPTIONS.walBytesPerSecond.value,
  reads: ASSUMPTIONS.reads.value,
};

/** Sizes an installation for a day of so many invoices, and tells what it needs, how it does, and what ends first. */
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
  // What a part of the day used says what all of it does: nothing is used but by what comes.
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

/** The middle one and 99 of 100, for each thing that is waited for. */
export function collectWaits({ waits }: Outcome): Told {
  return Object.fromEntries(
    Object.entries(waits).map(([name, times]) => [
      name,
      { median: times.quantile(0.5), p99: times.quantile(0.99) },
    ]),
  ) as Told;
}

/** Bytes that batches of such sizes and their envelopes take in PostgreSQL. */
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

/** Processes at their most, PostgreSQL with what the busiest hour writes in its buffers, Redis with what ever waited. */
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
