import { readFileSync } from 'node:fs';
import path from 'node:path';
import { SetupError } from '../boot/boot-report.js';
import { ROOT } from '../boot/layout.ts';
import { type Tier, TIERS } from '../../../test/support/tier.ts';
import type { Durations } from './durations.ts';

/**
 * The parts of `npm test`. Checks start in this order, the longest first. Each check is the npm
 * script `check:<name>`; each project is a vitest project.
 */
const CHECKS = ['lint', 'format', 'layers', 'unused', 'advisories', 'figures'] as const;
export const PROJECTS = ['unit', 'integration', 'e2e', 'fuzz'] as const;
/** Whether this is `npm run test:long`. */
export const IS_LONG = process.env['LONG'] !== undefined;
export type Check = (typeof CHECKS)[number];
export type Project = (typeof PROJECTS)[number];

/** The outcome of a part. A check counts as one test. */
export type Outcome = {
  readonly part: string;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** The duration in ms. */
  readonly took: number;
  /** The output to show at the end if the part failed. */
  readonly output: string;
  /** The durations of its test files; absent for a check. */
  readonly durations?: Durations;
};

/**
 * Reads `--tier=rest`. Without it, whoever asks for something particular gets the tests of both
 * tiers.
 * @throws SetupError for a tier that does not exist.
 */
export function pickTier(stated: string | undefined, isParticular: boolean): Tier {
  if (stated === undefined) return isParticular || IS_LONG ? 'both' : 'first';
  const tier = TIERS.find((name) => name === stated);
  if (tier === undefined)
    throw new SetupError(`--tier=${stated}: there is no such tier`, `Tiers: ${TIERS.join(', ')}`);
  return tier;
}

/**
 * Reads `--only=checks,unit`. Without it, all parts of the tier run; the checks belong to the first
 * one.
 * @throws SetupError for a part that does not exist.
 */
export function pickParts(only: string | undefined, tier: Tier): { checks: Check[]; projects: Project[] } {
  if (only === undefined) {
    return {
      checks: tier === 'rest' ? [] : [...CHECKS],
      projects: PROJECTS.filter((name) => tier !== 'first' || name !== 'fuzz'),
    };
  }
  const names = new Set(only.split(',').flatMap((name) => (name === 'checks' ? CHECKS : [name])));
  const known = new Set<string>([...CHECKS, ...PROJECTS]);
  const unknown = [...names].find((name) => !known.has(name));
  if (unknown !== undefined) {
    throw new SetupError(
      `--only=${unknown}: there is no such part`,
      `Parts: checks, ${[...known].join(', ')}`,
    );
  }
  return {
    checks: CHECKS.filter((name) => names.has(name)),
    projects: PROJECTS.filter((name) => names.has(name)),
  };
}

/**
 * Divides the projects into lists that run concurrently; the projects of a list run one after the
 * other. `integration` takes longest and mostly waits for processes and servers, so it runs beside
 * the others. `unit` only computes and is the last of these. The long form runs all projects one
 * after the other, because it measures floods and memory.
 */
export function laneProjects(projects: readonly Project[], isLong: boolean): Project[][] {
  if (isLong) return [[...projects]];
  const others = projects.filter((project) => project !== 'integration' && project !== 'unit');
  const lanes = [
    projects.filter((project) => project === 'integration'),
    [...others, ...projects.filter((project) => project === 'unit')],
  ];
  return lanes.filter((lane) => lane.length > 0);
}

/**
 * Returns a failure if no test file matches the filters. Otherwise a misspelt filter would pass.
 */
export function refuseNothing(outcomes: readonly Outcome[], filters: readonly string[]): Outcome[] {
  const tests = outcomes.filter(({ part }) => (PROJECTS as readonly string[]).includes(part));
  const isSeen = tests.some(({ passed, failed, skipped }) => passed + failed + skipped > 0);
  if (filters.length === 0 || isSeen) return [];
  const output = `No test file has ${filters.join(' or ')} in its path`;
  return [{ part: 'filters', passed: 0, failed: 1, skipped: 0, took: 0, output }];
}

/** Returns the command of a check from package.json. */
export function readCheckCommand(check: Check): string {
  const { scripts } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  return scripts[`check:${check}`] ?? '';
}
