import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/*
 * Tests in two tiers. `npm test` runs the first one in a few minutes: unit, integration, and the
 * README followed from `npm start` to a PDF. `.ci/run` then runs the rest (`npm run test:rest`). A
 * test file belongs to the rest if it is in a folder below or imports what a line below names. With
 * file names, with --only and in the long form both tiers run.
 */

export const TIERS = ['first', 'rest', 'both'] as const;
export type Tier = (typeof TIERS)[number];

/** The tier that this run is limited to. */
export const TIER: Tier = TIERS.find((tier) => tier === process.env['TEST_TIER']) ?? 'both';

/** The folders and files of the rest, by what they have in common. */
const REST_FILES = {
  'programs beside the engine: command lines, clients, the stand-in for AEAT, the checker, laboratories': [
    'test/{cli,clients,checker,bench,model,faults,operate}/**',
    'packages/aeat-sandbox/test/**',
    'packages/*/test/package.test.ts',
  ],
  'documents, containers, releases, and judgements by linters': [
    'test/{docs,containers,kubernetes,upgrade,ops,lint,hostile,architecture}/**',
  ],
  'whole installations': ['test/e2e/**', 'test/fuzz/**'],
  'judgements by official rules and schemas, which take minutes': [
    'test/domain/einvoice/official-{rules,samples}/**',
    'test/domain/einvoice/{peppol-rules,hostile-texts}.test.ts',
    'test/domain/einvoice/facturae/{accepted-documents,sign-facturae}.test.ts',
  ],
  'outages, floods, attacks and slow peers': [
    'test/**/{fuzzing,*-attacks}.integration.test.ts',
    'test/{remit/remission-faults,notify/failing-endpoints}.integration.test.ts',
    'test/api/{connections,slices,slow-clients,abandoned-archives,compressed-bodies}.integration.test.ts',
    'test/issue/layers-of-rectifications.integration.test.ts',
  ],
} as const satisfies Record<string, readonly string[]>;

/** The folders with tests: those of the engine and of each package. */
const FOLDERS = '{test,packages/*/test}';

/** The modules that only test files of the rest import, by what they are for. */
const REST_MODULES = {
  'programs: processes of the engine, its command line, and servers of the test':
    /from 'node:child_process'|\/(?:processes|run-cli|own-redis|redis-servers|standby|pgbouncer|tcp-gate)\.ts'|\/servers\/postgres\.ts'/,
  'pages of the dashboard and of the documentation in a browser': /from 'playwright-core'/,
  'what the pages of a PDF show': /\/read-pdf\.ts'/,
} as const satisfies Record<string, RegExp>;

/**
 * The first tier has one test of a PDF. The commands of the documents are in both tiers: the first
 * one runs those of the README.
 */
const IN_BOTH = ['test/render/rendering.integration.test.ts', 'test/docs/run.e2e.test.ts'];

/**
 * Lists the test files of a tier, as paths from the directory of the project, or the pattern of all
 * files.
 * @param suffix What the names end with, such as `.e2e.test.ts`.
 * @param root The directory of the project.
 */
export function listTierFiles(tier: Tier, suffix: string, root: string): string[] {
  // The pattern itself, so that a watch knows new files.
  if (tier === 'both') return [`${FOLDERS}/**/*${suffix}`];
  const inFolders = new Set(
    Object.values(REST_FILES)
      .flat()
      .flatMap((pattern) => findFiles(pattern, root)),
  );
  const isRest = (file: string) => inFolders.has(file) || importsModuleOfRest(path.join(root, file));
  return globSync(`${FOLDERS}/**/*${suffix}`, { cwd: root }).filter(
    (file) => IN_BOTH.includes(file) || isRest(file) === (tier === 'rest'),
  );
}

/** @throws if no file matches, because a test would change its tier unnoticed. */
function findFiles(pattern: string, root: string): string[] {
  const found = globSync(pattern, { cwd: root });
  if (found.length === 0) throw new Error(`test/support/tier.ts: no file matches ${pattern}`);
  return found;
}

function importsModuleOfRest(file: string): boolean {
  const text = readFileSync(file, 'utf8');
  return Object.values(REST_MODULES).some((pattern) => pattern.test(text));
}
