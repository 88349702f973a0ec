import path from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { readDurations } from '../../ops/local/testing/durations.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/**
 * Runs the files that took longest when they last ran on this machine before the others: one that begins last is waited for alone. Files whose duration is
 * not known come first, in vitest's order, since one of them may be long.
 */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line no-array-sort -- the sequencer's own, not the list's
    const sorted = await super.sort(files);
    const projects = [...new Set(files.map(({ project }) => project.name))];
    const known = new Map(projects.map((project) => [project, readDurations(project)]));
    return orderByDuration(
      sorted,
      ({ moduleId, project }) => known.get(project.name)?.[path.relative(ROOT, moduleId)],
    );
  }
}

/** Orders by duration, the longest first. What has no known duration comes before all else, and equals keep their order. */
export function orderByDuration<T>(items: readonly T[], durationOf: (item: T) => number | undefined): T[] {
  const durations = new Map(items.map((item) => [item, durationOf(item) ?? Number.POSITIVE_INFINITY]));
  return items.toSorted((one, other) => {
    const [first, second] = [durations.get(one)!, durations.get(other)!];
    // Infinity minus Infinity is no number.
    return first === second ? 0 : second - first;
  });
}
