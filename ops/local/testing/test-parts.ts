import { readFileSync } from 'node:fs';
import path from 'node:path';
import { SetupError } from '../boot/boot-report.js';
import { ROOT } from '../boot/layout.ts';
import type { Durations } from './durations.ts';

/** What `npm test` runs. Checks begin in this order, the longest first. Each check is the npm script `check:<name>`; each project is one of vitest's. */
const CHECKS = ['lint', 'format', 'layers', 'unused', 'advisories', 'figures'] as const;
const PROJECTS = ['unit', 'integration', 'e2e', 'fuzz'] as const;
/** `npm run test:long`. */
export const IS_LONG = process.env['LONG'] !== undefined;
export type Check = (typeof CHECKS)[number];
export type Project = (typeof PROJECTS)[number];

/** How one part ended. A check counts as one test. */
export type Outcome = {
  readonly part: string;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** In ms. */
  readonly took: number;
  /** Shown at the end where something failed. */
  readonly output: string;
  /** How long its test files took; absent for a check. */
  readonly durations?: Durations;
};

/**
 * Reads `--only=checks,unit`.
 * @throws SetupError for a part that does not exist.
 */
export function pickParts(only: string | undefined): { checks: Check[]; projects: Project[] } {
  if (only === undefined) return { checks: [...CHECKS], projects: [...PROJECTS] };
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
 * What runs beside what, one list after the other, side by side: `integration` takes longest, and waits for processes and servers much of its time; `unit` only computes, and
 * so comes last of the others. In the long form one after the other: floods and memory are measured, and want the machine for themselves.
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

/** A failure where filters were given that no test file has in its path: a misspelt one would pass for ever. */
export function refuseNothing(outcomes: readonly Outcome[], filters: readonly string[]): Outcome[] {
  const tests = outcomes.filter(({ part }) => (PROJECTS as readonly string[]).includes(part));
  const isSeen = tests.some(({ passed, failed, skipped }) => passed + failed + skipped > 0);
  if (filters.length === 0 || isSeen) return [];
  const output = `No test file has ${filters.join(' or ')} in its path`;
  return [{ part: 'filters', passed: 0, failed: 1, skipped: 0, took: 0, output }];
}

/** The command of a check, as package.json has it. */
export function readCheckCommand(check: Check): string {
  const { scripts } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  return scripts[`check:${check}`] ?? '';
}
