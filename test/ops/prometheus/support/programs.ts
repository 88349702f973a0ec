import { existsSync } from 'node:fs';
import { findExecutable } from '../../../../ops/local/boot/find-executable.js';
import { isJudged } from '../../../support/not-judged.ts';

/** Prometheus's own programs, if the machine has them; `PROMTOOL` and `PROMETHEUS` name others. */
const VARIABLES = { promtool: 'PROMTOOL', prometheus: 'PROMETHEUS' } as const;

/**
 * Returns the path of a program; null if this machine lacks it. A test that is skipped for it must
 * report that.
 */
export function findProgram(name: keyof typeof VARIABLES): string | null {
  const given = process.env[VARIABLES[name]];
  if (given !== undefined && given !== '') {
    if (!existsSync(given)) throw new Error(`${VARIABLES[name]} leads to nothing: ${given}`);
    return given;
  }
  return findExecutable([name]) ?? null;
}

/** Reports that something was not tested. @returns the reason, for the test's own `skip`. */
export function describeMissing(name: keyof typeof VARIABLES, what: string): string {
  const why = `there is no ${name} on this machine (Debian: apt install prometheus; or ${VARIABLES[name]}=…)`;
  isJudged(false, what, why);
  return why;
}
