import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';
import type { Durations } from '../../ops/local/testing/durations.ts';

/** Writes how long each test file took to the file that TEST_DURATIONS_FILE names (ops/local/testing/run-tests.ts). */
// oxlint-disable-next-line no-default-export -- vitest takes the default export of a reporter's file
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
