import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';

/** A test file that passed: its path in the project, and how many of its tests ran and were skipped. */
export type PassedFile = { readonly file: string; readonly passed: number; readonly skipped: number };

/**
 * Reads the test files of a project that passed before for the same sources
 * (ops/local/testing/passed-before.ts).
 * @param place the file in which they are noted; undefined if this run repeats everything.
 */
export function readPassedFiles(place: string | undefined): PassedFile[] {
  if (place === undefined || !existsSync(place)) return [];
  const lines = readFileSync(place, 'utf8').split('\n');
  // The last line may be a part of one, if the run before was stopped while it wrote.
  return lines.slice(0, -1).map((line) => JSON.parse(line) as PassedFile);
}

/** Notes each test file that passed in the file that PASSED_FILES names, as soon as it ends. */
// oxlint-disable-next-line no-default-export -- vitest uses the default export of a reporter's file
export default class NotePassedFiles implements Reporter {
  onTestModuleEnd(module: TestModule): void {
    const place = process.env['PASSED_FILES'];
    if (place === undefined || module.state() !== 'passed') return;
    const results = [...module.children.allTests()].map((test) => test.result().state);
    const passed = results.filter((state) => state === 'passed').length;
    const noted: PassedFile = { file: module.relativeModuleId, passed, skipped: results.length - passed };
    appendFileSync(place, `${JSON.stringify(noted)}\n`);
  }
}
