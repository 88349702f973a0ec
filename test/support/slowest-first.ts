import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take longest: begun last, they would be waited for alone. */
const SLOWEST = [
  'docs/run.e2e',
  'ops/local/engine/start.e2e',
  'e2e/recovery.e2e',
  'queue/job-states.integration',
  'http/body-room.integration',
];

/** Runs the slowest files first, the others in vitest's order. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ moduleId }: TestSpecification) => {
      const place = SLOWEST.findIndex((part) => moduleId.includes(`/test/${part}.`));
      return place === -1 ? SLOWEST.length : place;
    };
    return sorted.toSorted((one, other) => rank(one) - rank(other));
  }
}
