import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { LONG } from './support/long.ts';
import { readPassedFiles } from './support/passed-files.ts';
import { SlowestFirst } from './support/slowest-first.ts';
import { listTierFiles, TIER } from './support/tier.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const [INTEGRATION, END_TO_END, LONG_PROOF, FUZZ] = ['integration', 'e2e', 'long', 'fuzz'].map((kind) =>
  listTierFiles(TIER, `.${kind}.test.ts`, ROOT),
) as [string[], string[], string[], string[]];
const PASSED = readPassedFiles(process.env['PASSED_FILES']).map(({ file }) => file);
const TEST_MS = LONG ? 120_000 : 30_000;

/*
 * Projects by what they need: `unit` nothing, the others the servers that `npm test` starts and
 * names in TEST_DATABASE_URL, TEST_REDIS_URL and CHROMIUM_PATH. `fuzz` is as long as FUZZ_REQUESTS
 * states. Long proofs run with `npm run test:long` only.
 */
export default defineConfig({
  root: ROOT,
  test: {
    // Node's own loading, as the product runs; vitest's would transform each file for each of its
    // processes.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    sequence: { sequencer: SlowestFirst },
    // Memory is collected less often, and by one thread: cores are taken anyway. Files share a
    // process, whose living objects are few beside what each file makes: a fifth of the processor
    // time went into collecting.
    execArgv: [
      '--min-semi-space-size=16',
      '--max-semi-space-size=64',
      '--initial-old-space-size=256',
      '--heap-growing-percent=400',
      '--single-threaded-gc',
      `--import=${new URL('support/write-no-compile-cache.ts', import.meta.url).href}`,
    ],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: listTierFiles(TIER, '.test.ts', ROOT),
          exclude: [...INTEGRATION, ...END_TO_END, ...LONG_PROOF, ...FUZZ, ...PASSED],
          testTimeout: TEST_MS,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: INTEGRATION,
          exclude: PASSED,
          testTimeout: TEST_MS,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: LONG ? [...END_TO_END, ...LONG_PROOF] : END_TO_END,
          exclude: PASSED,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: { name: 'fuzz', include: FUZZ, exclude: PASSED, hookTimeout: 60_000 },
      },
    ],
  },
});
