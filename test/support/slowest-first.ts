import path from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import committed from '../durations.json' with { type: 'json' };
import { type Durations, readDurations } from '../../ops/local/testing/durations.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/**
 * Runs the test files with the longest last duration on this machine first, because a long file that starts last would run alone at the end. A file that has
 * not run here has its committed duration (`npm run test:durations`).
 */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line no-array-sort -- the sequencer's own, not the list's
    const sorted = await super.sort(files);
    const projects = [...new Set(files.map(({ project }) => project.name))];
    const known = new Map(
      projects.map((project) => [project, { ...(committed as Durations), ...readDurations(project) }]),
    );
    return orderByDuration(
      sorted,
      ({ moduleId, project }) => known.get(project.name)?.[path.relative(ROOT, moduleId)],
    );
  }
}

/** Orders files by duration, the longest first. Files without a known duration come before all others, and equal ones keep their order. */
export function orderByDuration<T>(items: readonly T[], durationOf: (item: T) => number | undefined): T[] {
  const durations = new Map(items.map((item) => [item, durationOf(item) ?? Number.POSITIVE_INFINITY]));
  return items.toSorted((one, other) => {
    const [first, second] = [durations.get(one)!, durations.get(other)!];
    // Infinity minus Infinity is NaN.
    return first === second ? 0 : second - first;
  });
}
