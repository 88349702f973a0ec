import { ASSUMPTIONS } from './assumptions.ts';
import type { Process } from './costs.ts';
import type { Installation } from './installation.ts';
import { listMissed } from './objectives.ts';
import type { Outcome, Waits } from './simulate.ts';

type Knob = Exclude<keyof Installation, 'sharedCores'>;

const PROCESS_OF: Readonly<Record<Knob, Process>> = {
  ingresses: 'ingress',
  issuers: 'batches',
  renderers: 'pdfs',
  remitters: 'remission',
  databaseCores: 'postgres',
};
/** The processes to add when an objective is missed. PostgreSQL serves all of them. */
const KNOBS_OF: Readonly<Record<keyof Waits, Knob>> = {
  accepted: 'ingresses',
  issued: 'issuers',
  rendered: 'renderers',
  remitted: 'remitters',
};
const MANY = 100_000;
/** The number of simulations after which adding processes is given up. */
const MOST_STEPS = 12;

/**
 * Finds the smallest installation that meets the objectives and leaves the spare share of its cores
 * free in the busiest hour.
 */
export function sizeInstallation(run: (installation: Installation) => Outcome): {
  readonly installation: Installation;
  readonly outcome: Outcome;
} {
  const boundless = { ingresses: MANY, issuers: MANY, renderers: MANY, remitters: MANY, databaseCores: MANY };
  const { hour } = run(boundless);
  let installation = Object.fromEntries(
    Object.entries(PROCESS_OF).map(([knob, name]) => [
      knob,
      Math.max(Math.ceil(hour.cores[name] / 3600 / ASSUMPTIONS.spareShare.value), 1),
    ]),
  ) as Record<Knob, number>;
  let outcome = run(installation);
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const missed = listMissed(outcome);
    if (missed.length === 0) break;
    installation = { ...installation };
    for (const name of missed) installation[KNOBS_OF[name]] += grow(installation[KNOBS_OF[name]]);
    if (missed.some((name) => name === 'accepted' || name === 'issued'))
      installation.databaseCores += grow(installation.databaseCores);
    outcome = run(installation);
  }
  return { installation, outcome };
}

/** Returns one twentieth of the count, and at least 1. */
function grow(count: number): number {
  return Math.max(Math.round(count / 20), 1);
}
