import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';
import type { Durations } from '../../ops/local/testing/durations.ts';

/**
 * Writes the duration of each test file to the file in TEST_DURATIONS_FILE (see
 * ops/local/testing/run-tests.ts).
 */
// oxlint-disable-next-line no-default-export -- vitest uses the default export of a reporter's file
export default class WriteDurations implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const file = process.env['TEST_DURATIONS_FILE'];
    if (file === undefined) return;
    const durations: Durations = Object.fromEntries(
      modules.map((module) => {
        const { collectDuration, setupDuration, duration } = module.diagnostic();
        return [module.relativeModuleId, Math.round(collectDuration + setupDuration + duration)];
      }),
    );
    writeFileSync(file, JSON.stringify(durations));
  }
}
