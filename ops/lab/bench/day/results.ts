import { hash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../../../local/boot/layout.ts';
import type { Finding } from '../report/finding.ts';
import { ASSUMPTIONS } from './assumptions.ts';
import type { CheckResult } from './check/check-result.ts';
import { type Costs, readCosts } from './costs.ts';
import type { LoadResult } from './simulate-load.ts';

/** What `npm run day -- --keep` and `npm run day -- --check --keep` wrote; the tables of docs/scale.md are made of it. */
export type DayResults = {
  readonly simulated?: {
    readonly seed: number;
    /** Of the costs and assumptions that it was made with. */
    readonly basis: string;
    readonly loads: readonly LoadResult[];
  };
  readonly checked?: CheckResult;
};

const MEASURED = path.join(ROOT, 'ops', 'lab', 'bench', 'results.json');
const FILE = path.join(ROOT, 'ops', 'lab', 'bench', 'day', 'results.json');

/** The costs that `npm run bench` measured last. */
export function loadCosts(): Costs {
  return readCosts((JSON.parse(readFileSync(MEASURED, 'utf8')) as { findings: Finding[] }).findings);
}

/** What was kept of the last runs. */
export function loadResults(): DayResults {
  return existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) as DayResults) : {};
}

/** Keeps a run beside what was kept before. */
export function keepResults(run: DayResults): void {
  writeFileSync(FILE, `${JSON.stringify({ ...loadResults(), ...run }, roundNumber, 2)}\n`);
}

/** Changes whenever costs or assumptions do. */
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
