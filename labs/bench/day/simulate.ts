import { MAX_SMALL_BATCH } from '../../../src/platform/jobs/catalog.ts';
import { INVOICES_PER_RENDERING } from '../../../src/render/rendering-jobs.ts';
import type { Arrivals } from './arrivals.ts';
import { addCost, type Cost, type Costs, type Process } from './costs.ts';
import { type Conditions, type Installation, JOBS_AT_ONCE } from './installation.ts';
import { openClock } from './simulation/open-clock.ts';
import { openMachines } from './simulation/open-machines.ts';
import { openPlaces } from './simulation/open-places.ts';
import { openRemission } from './simulation/open-remission.ts';
import { openTimes, type Times } from './simulation/open-times.ts';

/**
 * The time from the request until the 201, and until an invoice was issued, had its PDF and was
 * answered by AEAT. The 201 counts once per request, the others once per invoice.
 */
export type Waits = Readonly<Record<'accepted' | 'issued' | 'rendered' | 'remitted', Times>>;

/** The resources used within a period. */
export type Use = {
  /** Core seconds of each process. */
  readonly cores: Readonly<Record<Process, number>>;
  readonly walSeconds: number;
  readonly walBytes: number;
  readonly walSyncs: number;
};

/** The outcome of a simulated day. */
export type Outcome = {
  readonly waits: Waits;
  readonly whole: Use;
  /** The hour that starts at `hourFrom`. */
  readonly hour: Use;
  /**
   * The maxima over all chains in that hour: the seconds for which a chain was locked, and the
   * records that a chain received.
   */
  readonly chain: { readonly seconds: number; readonly records: number };
  readonly envelopes: number;
  /** The number of jobs that went through Redis. */
  readonly jobs: number;
  /** The longest queues of batches, render batches and chains. */
  readonly mostWaiting: Readonly<Record<'batches' | 'renderBatches' | 'chains', number>>;
  /** When the last piece of work was done, in seconds since midnight. */
  readonly endedAt: number;
};

/**
 * Runs a day's batches through an installation: each is accepted, issued under the lock of its
 * chain, rendered, and submitted to AEAT. The simulation contains no randomness.
 */
export function simulate(
  arrivals: Arrivals,
  installation: Installation,
  costs: Costs,
  conditions: Conditions,
  hourFrom = 0,
): Outcome {
  const clock = openClock();
  const machines = openMachines(clock, installation, costs, conditions);
  const issuing = openPlaces(
    [JOBS_AT_ONCE.issuing * installation.issuers, JOBS_AT_ONCE.issuing * installation.issuers],
    true,
  );
  const rendering = openPlaces([installation.renderers], false);
  const remitting = openPlaces([JOBS_AT_ONCE.remitting * installation.remitters], false);
  const waits = { accepted: openTimes(), issued: openTimes(), rendered: openTimes(), remitted: openTimes() };
  const chains = openChains();
  let jobs = 0;
  let endedAt = 0;
  const remission = openRemission(
    clock,
    conditions.aeatWaitSeconds,
    (chain, records, done) => {
      jobs += 1;
      const cost = addCost(costs.envelope, costs.record, records);
      // Half of the cost is spent before the answer, to build and store the envelope, and half
      // after it, to store the result.
      remitting.ask(chain, 0, () =>
        machines.run('remission', cost, 0.5, () =>
          clock.at(clock.now() + conditions.aeatAnswerSeconds, () =>
            machines.run('remission', cost, 0.5, () => {
              remitting.leave(chain, 0);
              done();
            }),
          ),
        ),
      );
    },
    (seconds, records) => {
      waits.remitted.add(seconds, records);
      endedAt = clock.now();
    },
  );
  const arrive = (index: number) => {
    const size = arrivals.sizes[index]!;
    const chain = arrivals.chains[index]!;
    const organization = arrivals.organizations[index]!;
    const [accept, issue, render] = [
      find(costs.accept, size),
      find(costs.issue, size),
      find(costs.render, size),
    ];
    const since = clock.now();
    const startRendering = () => {
      const renderBatches = Math.ceil(size / INVOICES_PER_RENDERING);
      jobs += renderBatches;
      for (let left = renderBatches; left > 0; left -= 1)
        rendering.ask(organization, 0, () =>
          machines.run('pdfs', render, 1 / renderBatches, () => {
            rendering.leave(organization, 0);
            waits.rendered.add(clock.now() - since, size / renderBatches);
            endedAt = clock.now();
          }),
        );
    };
    const pool = size <= MAX_SMALL_BATCH ? 1 : 0;
    const startIssuing = () => {
      const begun = clock.now();
      machines.run('batches', issue, 1, () => {
        chains.note(chain, clock.now() - begun, size);
        issuing.leave(chain, pool);
        waits.issued.add(clock.now() - since, size);
        startRendering();
        remission.add(chain, size);
      });
    };
    machines.run('ingress', accept, 1, () => {
      waits.accepted.add(clock.now() - since, 1);
      jobs += 1;
      issuing.ask(chain, pool, startIssuing);
    });
    if (conditions.reads > 0) machines.read(conditions.reads * costs.read);
    if (index + 1 < arrivals.times.length) clock.at(arrivals.times[index + 1]!, () => arrive(index + 1));
  };
  const look = (): Use => {
    const { busySeconds, bytes, syncs } = machines.log.facts();
    return { cores: machines.used(), walSeconds: busySeconds, walBytes: bytes, walSyncs: syncs };
  };
  const hour: Use[] = [];
  for (const time of [hourFrom, hourFrom + 3600])
    clock.at(time, () => {
      chains.isNoting = time === hourFrom;
      hour.push(look());
    });
  if (arrivals.times.length > 0) clock.at(arrivals.times[0]!, () => arrive(0));
  clock.runAll();
  return {
    waits,
    whole: look(),
    hour: subtract(hour[1]!, hour[0]!),
    chain: chains.most(),
    envelopes: remission.envelopes,
    jobs,
    mostWaiting: {
      batches: issuing.waiting().most,
      renderBatches: rendering.waiting().most,
      chains: remitting.waiting().most,
    },
    endedAt,
  };
}

/**
 * Records, for the hour of interest, how long each chain is locked and how many records it
 * receives.
 */
function openChains() {
  const seconds = new Map<number, number>();
  const records = new Map<number, number>();
  return {
    isNoting: false,
    note(chain: number, took: number, size: number) {
      if (!this.isNoting) return;
      seconds.set(chain, (seconds.get(chain) ?? 0) + took);
      records.set(chain, (records.get(chain) ?? 0) + size);
    },
    most: () => ({ seconds: findMost(seconds), records: findMost(records) }),
  };
}

function findMost(numbers: ReadonlyMap<number, number>): number {
  let most = 0;
  for (const each of numbers.values()) most = Math.max(most, each);
  return most;
}

function find(costs: ReadonlyMap<number, Cost>, size: number): Cost {
  const cost = costs.get(size);
  if (!cost) throw new Error(`The cost of batches of ${size} was not measured`);
  return cost;
}

function subtract(after: Use, before: Use): Use {
  const cores = Object.entries(after.cores).map(([name, used]) => [
    name,
    used - before.cores[name as Process],
  ]);
  return {
    cores: Object.fromEntries(cores) as Use['cores'],
    walSeconds: after.walSeconds - before.walSeconds,
    walBytes: after.walBytes - before.walBytes,
    walSyncs: after.walSyncs - before.walSyncs,
  };
}
