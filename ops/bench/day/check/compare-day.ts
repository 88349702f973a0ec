import type { Written } from '../../measuring/read-written.ts';
import { ASSUMPTIONS } from '../assumptions.ts';
import type { Arrivals } from '../arrivals.ts';
import { type Costs, PROCESSES, type Process } from '../costs.ts';
import { simulate } from '../simulate.ts';
import { sumAtRest, tellWaits, type Told } from '../simulate-load.ts';
import type { Comparison } from './check-result.ts';

/** What was seen of a day that was run. */
export type RunFacts = {
  readonly seconds: number;
  /** Processor seconds. */
  readonly used: Readonly<Record<Process, number>>;
  readonly written: Written;
  readonly envelopes: number;
  readonly waits: Told;
  /** How AEAT's stand-in was. */
  readonly answerSeconds: number;
  readonly waitSeconds: number;
  /** Cores that nobody else used. */
  readonly coresLeft: number;
};

/** Processor time differs by a third between runs on a machine that others use. */
const PROCESSOR_BOUND = 1.4;
/** Of processes that need so little, the clock of the kernel says it no better. */
const PROCESSOR_SLACK = 1;
/** What is in the tables does not depend on who else works; how often it is synced does. */
const BYTES_BOUND = 1.1;
const COUNT_BOUND = 1.25;
/** Times are those of a machine whose others come and go: the order of magnitude, and no backlog where none was foretold. */
const TIME_BOUND = 4;
const TIME_SLACK = 2;

const DUTIES: Readonly<Record<Process, string>> = {
  ingress: 'the ingress',
  batches: 'the worker of `batches`',
  pdfs: 'the worker of `pdfs`, with Chromium',
  remission: 'the worker of `remission`',
  postgres: 'PostgreSQL',
  redis: 'Redis',
};

/** Simulates the day that was run, on such a machine, and puts both beside each other. */
export function compareDay(arrivals: Arrivals, facts: RunFacts, costs: Costs): Comparison[] {
  const installation = {
    ingresses: 1,
    issuers: 1,
    renderers: 1,
    remitters: 1,
    databaseCores: 1,
    sharedCores: facts.coresLeft,
  };
  const outcome = simulate(arrivals, installation, costs, {
    aeatAnswerSeconds: facts.answerSeconds,
    aeatWaitSeconds: facts.waitSeconds,
    walSyncSeconds: ASSUMPTIONS.walSyncSeconds.value,
    walBytesPerSecond: ASSUMPTIONS.walBytesPerSecond.value,
    reads: 0,
  });
  const waits = tellWaits(outcome);
  const processor = PROCESSES.map((name) => ({
    what: `processor time of ${DUTIES[name]}`,
    unit: 's',
    // Nobody rests for free: looking for lost work goes by the clock.
    predicted: outcome.whole.cores[name] + costs.idle[name] * facts.seconds,
    measured: facts.used[name],
    bound: PROCESSOR_BOUND,
    slack: PROCESSOR_SLACK,
  }));
  const times = (Object.keys(waits) as (keyof Told)[]).flatMap((name) =>
    (['median', 'p99'] as const).map((which) => ({
      what: `${WAITED[name]}, ${which === 'median' ? 'the middle one' : '99 of 100'}`,
      unit: 's',
      predicted: waits[name][which],
      measured: facts.waits[name][which],
      bound: TIME_BOUND,
      slack: TIME_SLACK,
    })),
  );
  return [
    ...processor,
    {
      what: 'bytes at rest',
      unit: 'MB',
      predicted: sumAtRest(arrivals.sizes, outcome.envelopes, costs) / 1e6,
      measured: facts.written.bytesAtRest / 1e6,
      bound: BYTES_BOUND,
      slack: 0,
    },
    {
      what: 'write-ahead log',
      unit: 'MB',
      predicted: (outcome.whole.walBytes + costs.idle.walBytes * facts.seconds) / 1e6,
      measured: facts.written.walBytes / 1e6,
      bound: COUNT_BOUND,
      slack: 0,
    },
    {
      what: 'envelopes to AEAT',
      unit: 'envelopes',
      predicted: outcome.envelopes,
      measured: facts.envelopes,
      bound: COUNT_BOUND,
      slack: 0,
    },
    ...times,
    {
      what: 'until everything was done',
      unit: 's',
      predicted: outcome.endedAt,
      measured: facts.seconds,
      bound: COUNT_BOUND,
      slack: 10,
    },
  ];
}

const WAITED: Readonly<Record<keyof Told, string>> = {
  accepted: 'the 201',
  issued: 'issued',
  rendered: 'PDF',
  remitted: 'answered by the stand-in for AEAT',
};
