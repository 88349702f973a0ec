import { Compile } from 'typebox/compile';
import { type JobKind, JOBS } from './catalog.ts';

const CHECKS = new Map(
  Object.entries<JobKind>(JOBS).map(([name, { payload }]) => [name, Compile(payload)] as const),
);

/**
 * What is wrong with a job, by the catalog: asked where one is sent, by whoever runs it, and where one is put off with another payload.
 * @returns the place and the rule, `/records must be >= 0`; null where it is right.
 */
export function findFault(name: string, payload: unknown): string | null {
  const check = CHECKS.get(name);
  if (!check) return `no job is called ${name}`;
  if (check.Check(payload)) return null;
  const [first] = check.Errors(payload);
  return first ? `${first.instancePath} ${first.message}`.trim() : 'the payload is not as the catalog says';
}
