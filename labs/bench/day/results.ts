import { hash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../../../ops/local/boot/layout.ts';
import type { Finding } from '../report/finding.ts';
import { ASSUMPTIONS } from './assumptions.ts';
import type { CheckResult } from './check/check-result.ts';
import { type Costs, readCosts } from './costs.ts';
import type { LoadResult } from './simulate-load.ts';

/**
 * The results that `npm run day -- --keep` and `npm run day -- --check --keep` wrote. The tables of
 * docs/scale.md are built from them.
 */
export type DayResults = {
  readonly simulated?: {
    readonly seed: number;
    /** A hash of the costs and assumptions that the simulation used. */
    readonly basis: string;
    readonly loads: readonly LoadResult[];
  };
  readonly checked?: CheckResult;
};

const MEASURED = path.join(ROOT, 'labs', 'bench', 'results.json');
const FILE = path.join(ROOT, 'labs', 'bench', 'day', 'results.json');

/** Loads the costs that the last `npm run bench` measured. */
export function loadCosts(): Costs {
  return readCosts((JSON.parse(readFileSync(MEASURED, 'utf8')) as { findings: Finding[] }).findings);
}

/** Loads the kept results of the last runs. */
export function loadResults(): DayResults {
  return existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) as DayResults) : {};
}

/** Stores the results of a run. The results of the other kind of run stay. */
export function keepResults(run: DayResults): void {
  writeFileSync(FILE, `${JSON.stringify({ ...loadResults(), ...run }, roundNumber, 2)}\n`);
}

/** Returns a hash that changes whenever costs or assumptions change. */
export function signBasis(costs: Costs): string {
  const entries = (value: unknown) => (value instanceof Map ? [...value] : value);
  return hash(
    'sha256',
    JSON.stringify([costs, ASSUMPTIONS], (_, value) => entries(value)),
  ).slice(0, 16);
}

function roundNumber(_key: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(4)) : value;
}
