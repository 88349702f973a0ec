import path from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import committed from '../durations.json' with { type: 'json' };
import { type Durations, readDurations } from '../../ops/local/testing/durations.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/**
 * Runs the test files with the longest last duration on this machine first, because a long file
 * that starts last would run alone at the end. A file that has not run here has its committed
 * duration (`npm run test:durations`), which short files lack.
 */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line no-array-sort -- the sequencer's own, not the list's
    const sorted = await super.sort(files);
    const projects = [...new Set(files.map(({ project }) => project.name))];
    const known = new Map(
      projects.map((project) => [project, { ...(committed as Durations), ...readDurations(project) }]),
    );
    const durationOf = ({ moduleId, project }: TestSpecification) =>
      known.get(project.name)?.[path.relative(ROOT, moduleId)] ?? 0;
    return sorted.toSorted((one, other) => durationOf(other) - durationOf(one));
  }
}
