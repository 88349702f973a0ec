import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findExecutable } from '../../ops/local/boot/find-executable.js';
import { ROOT } from '../../ops/local/boot/layout.ts';
import { isJudged } from '../support/not-judged.ts';
// By its file: for tests, its package.json names TypeScript, which Node does not run in packages.
import {
  checkPackage,
  createPackageFromTarballData,
} from '../../node_modules/@arethetypeswrong/core/dist/index.js';
import { packPackage } from '../support/pack-package.ts';

/* The packages for npm are judged, as they would be published, by publint and Are The Types Wrong. */

const PACKAGES = [
  { folder: 'clients/typescript', modules: [] },
  { folder: 'packages/aeat-sandbox', modules: [] },
  // Its modules are exported by a pattern, which the judge does not expand.
  {
    folder: 'packages/verifactu',
    modules: globSync('{client,records,remission}/*.ts', {
      cwd: path.join(ROOT, 'packages/verifactu/src'),
    }).map((file) => file.replace(/\.ts$/, '')),
  },
];
/**
 * What is wrong for programs that the packages do not support: those that resolve modules as Node
 * did before version 12, and those that load ES modules by `require`, which Node itself allows since
 * version 20.19.
 */
const UNSUPPORTED = new Set(['node10', 'node16-cjs']);

const hasNpm = isJudged(
  findExecutable(['npm']),
  'the packages as they would be published',
  'there is no npm',
);

describe.runIf(hasNpm).each(PACKAGES)('the package in $folder', ({ folder, modules }) => {
  it(
    'can be published: its files, exports and types are found by every loader',
    { timeout: 120_000 },
    async () => {
      const directory = mkdtempSync(path.join(tmpdir(), 'package-'));
      onTestFinished(() => rmSync(directory, { recursive: true }));
      const tarball = new Uint8Array(readFileSync(packPackage(folder, directory)));

      const { messages, pkg } = await publint({ pack: { tarball: tarball.buffer }, strict: true });
      expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);

      const checked = await checkPackage(createPackageFromTarballData(tarball), {
        ...(modules.length > 0 && { includeEntrypoints: modules }),
      });
      const problems = 'problems' in checked ? checked.problems : [{ kind: 'no types' as const }];
      expect(
        problems.filter((one) => !('resolutionKind' in one && UNSUPPORTED.has(one.resolutionKind))),
      ).toEqual([]);
    },
  );
});
