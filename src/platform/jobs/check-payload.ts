import { Compile } from 'typebox/compile';
import { type JobKind, JOBS } from './catalog.ts';

const CHECKS = new Map(
  Object.entries<JobKind>(JOBS).map(([name, { payload }]) => [name, Compile(payload)] as const),
);

/**
 * Checks a job against the catalog. Called when a job is enqueued, when it is run, and when it is
 * delayed with another payload.
 * @returns the place and the rule, for example `/records must be >= 0`; null if the job is valid.
 */
export function findFault(name: string, payload: unknown): string | null {
  const check = CHECKS.get(name);
  if (!check) return `there is no job named ${name}`;
  if (check.Check(payload)) return null;
  const [first] = check.Errors(payload);
  return first
    ? `${first.instancePath} ${first.message}`.trim()
    : 'the payload does not match the schema of the job';
}
