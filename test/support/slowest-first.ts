import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take longest: begun last, they would be waited for alone. */
const SLOWEST = [
  'docs/run.e2e',
  'e2e/remission.e2e',
  'e2e/recovery.e2e',
  'platform/jobs/job-states.integration',
  'platform/jobs/pauses.integration',
  'cli/org.integration',
  'api/body-room.integration',
  'render/recovery.integration',
  'submit/remission-faults.integration',
  'api/abandoned-archives.integration',
  'console/operations-page.integration',
  'platform/telemetry/database-outages.integration',
  'cli/corrections.integration',
  'render/unbroken-figures.integration',
  'platform/config/processes',
  'docs/commands',
  'hostile/patterns',
];

/** Runs the slowest files first, the others in vitest's order. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line no-array-sort -- the sequencer's own, not the list's
    const sorted = await super.sort(files);
    const rank = ({ moduleId }: TestSpecification) => {
      const place = SLOWEST.findIndex((part) => moduleId.includes(`/test/${part}.`));
      return place === -1 ? SLOWEST.length : place;
    };
    return sorted.toSorted((one, other) => rank(one) - rank(other));
  }
}
