import type { Written } from '../../measuring/read-written.ts';
import { ASSUMPTIONS } from '../assumptions.ts';
import type { Arrivals } from '../arrivals.ts';
import { type Costs, PROCESSES, type Process } from '../costs.ts';
import { type Outcome, simulate } from '../simulate.ts';
import { sumAtRest, collectWaits, type Told } from '../simulate-load.ts';
import type { Comparison } from './check-result.ts';

/** The measurements of a day that was run. */
export type RunFacts = {
  readonly seconds: number;
  /** Processor seconds. */
  readonly used: Readonly<Record<Process, number>>;
  readonly written: Written;
  readonly envelopes: number;
  readonly waits: Told;
  /** How AEAT's stand-in was configured and how fast it answered. */
  readonly answerSeconds: number;
  readonly waitSeconds: number;
  readonly cores: number;
  /** The number of cores that other processes left free. */
  readonly coresLeft: number;
};

/** On a machine with other work, processor time differs by a third between runs. */
const PROCESSOR_BOUND = 1.4;
/** For processes that need less than this, the kernel's clock is too coarse. */
const PROCESSOR_SLACK = 1;
/**
 * The bytes in the tables do not depend on other load; the number of syncs of the write-ahead log
 * does.
 */
const BYTES_BOUND = 1.1;
const COUNT_BOUND = 1.25;
const COUNT_SLACK = 2;
/**
 * On a machine with changing other load, times match only in their order of magnitude. A backlog
 * that was not predicted still exceeds this bound.
 */
const TIME_BOUND = 4;
const TIME_SLACK = 2;
/** The last envelope waits for AEAT, and the end of the day is polled every half second. */
const END_SLACK = 10;

const DUTIES: Readonly<Record<Process, string>> = {
  ingress: 'the ingress',
  batches: 'the worker of `batches`',
  pdfs: 'the worker of `pdfs`, with Chromium',
  remission: 'the worker of `remission`',
  postgres: 'PostgreSQL',
  redis: 'Redis',
};

/** Simulates the day that was run on the same machine and compares both. */
export function compareDay(arrivals: Arrivals, facts: RunFacts, costs: Costs): Comparison[] {
  const run = (sharedCores: number) =>
    simulate(arrivals, { ...ONE_OF_EACH, sharedCores }, costs, {
      aeatAnswerSeconds: facts.answerSeconds,
      aeatWaitSeconds: facts.waitSeconds,
      walSyncSeconds: ASSUMPTIONS.walSyncSeconds.value,
      walBytesPerSecond: ASSUMPTIONS.walBytesPerSecond.value,
      reads: 0,
    });
  // The run shares the machine with other processes, so it had between `coresLeft` and all cores.
  const outcomes = [run(facts.cores), run(facts.coresLeft)] as const;
  const compare = (
    what: string,
    unit: string,
    measured: number,
    describe: (outcome: Outcome) => number,
    bound: number,
    slack = 0,
  ) => {
    const [first, second] = outcomes.map(describe) as [number, number];
    return {
      what,
      unit,
      predicted: [Math.min(first, second), Math.max(first, second)] as const,
      measured,
      bound,
      slack,
    };
  };
  const { written, seconds, waits } = facts;
  return [
    // An idle process also uses processor time, because it polls for lost work.
    ...PROCESSES.map((name) =>
      compare(
        `processor time of ${DUTIES[name]}`,
        's',
        facts.used[name],
        ({ whole }) => whole.cores[name] + costs.idle[name] * seconds,
        PROCESSOR_BOUND,
        PROCESSOR_SLACK,
      ),
    ),
    compare(
      'bytes at rest',
      'MB',
      written.bytesAtRest / 1e6,
      ({ envelopes }) => sumAtRest(arrivals.sizes, envelopes, costs) / 1e6,
      BYTES_BOUND,
    ),
    compare(
      'write-ahead log',
      'MB',
      written.walBytes / 1e6,
      ({ whole }) => (whole.walBytes + costs.idle.walBytes * seconds) / 1e6,
      COUNT_BOUND,
    ),
    compare(
      'envelopes to AEAT',
      'envelopes',
      facts.envelopes,
      ({ envelopes }) => envelopes,
      COUNT_BOUND,
      COUNT_SLACK,
    ),
    ...(Object.keys(WAITED) as (keyof Told)[]).flatMap((name) =>
      (['median', 'p99'] as const).map((which) =>
        compare(
          `${WAITED[name]}, ${which === 'median' ? 'the middle one' : '99 of 100'}`,
          's',
          waits[name][which],
          (outcome) => collectWaits(outcome)[name][which],
          TIME_BOUND,
          TIME_SLACK,
        ),
      ),
    ),
    compare('until everything was done', 's', seconds, ({ endedAt }) => endedAt, COUNT_BOUND, END_SLACK),
  ];
}

const ONE_OF_EACH = { ingresses: 1, issuers: 1, renderers: 1, remitters: 1, databaseCores: 1 };

const WAITED: Readonly<Record<keyof Told, string>> = {
  accepted: 'the 201',
  issued: 'issued',
  rendered: 'PDF',
  remitted: 'answered by the stand-in for AEAT',
};
