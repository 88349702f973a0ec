import { globSync } from 'node:fs';

/*
 * Tests in two tiers. `npm test` runs the first one in a few minutes: what users would miss first. `.ci/run` then runs the rest (`npm run test:rest`).
 * A test file belongs to the first tier unless a pattern below contains it. With file names, with --only and in the long form both tiers run.
 */

export const TIERS = ['first', 'rest', 'both'] as const;
export type Tier = (typeof TIERS)[number];

/** The tier that this run is limited to. */
export const TIER: Tier = TIERS.find((tier) => tier === process.env['TEST_TIER']) ?? 'both';

/** The test files of the rest, by what they have in common. */
export const REST = {
  'programs beside the engine: command lines, clients, the stand-in for AEAT, the checker, laboratories': [
    'test/{cli,clients,aeat-sandbox,checker,bench,cluster,model,faults}/**',
    'test/operate/**',
  ],
  'documents, containers, releases and what a machine offers': [
    'test/{docs,containers,kubernetes,upgrade,ops}/**',
    'test/lint/advisories.test.ts',
    'test/platform/config/processes.test.ts',
    'test/architecture/loaded-packages.test.ts',
  ],
  'whole installations': ['test/e2e/**', 'test/fuzz/**'],
  'judgements by official rules and schemas, which take minutes': [
    'test/domain/einvoice/official-{rules,samples}/**',
    'test/domain/einvoice/{peppol-rules,hostile-texts}.test.ts',
    'test/domain/einvoice/facturae/{accepted-documents,sign-facturae}.test.ts',
    'test/render/postprocess/{hybrid,wide}-invoices.integration.test.ts',
  ],
  'outages, floods and slow peers': [
    'test/{submit/remission-faults,render/recovery,notify/failing-endpoints}.integration.test.ts',
    'test/platform/process/{other-installation,registered-processes,rotated-passwords}.integration.test.ts',
    'test/platform/process/drain.test.ts',
    'test/platform/telemetry/{redis-that-only-reads,database-outages,hanging-dependencies}.integration.test.ts',
    'test/platform/postgres/{read-only,excess}.integration.test.ts',
    'test/console/{hanging-database,lost-answers}.integration.test.ts',
    'test/api/{connections,slices,slow-clients,abandoned-archives,compressed-bodies}.integration.test.ts',
    'test/issue/layers-of-rectifications.integration.test.ts',
  ],
} as const satisfies Record<string, readonly string[]>;

const IN_BOTH = ['test/docs/run.e2e.test.ts'];

/**
 * Lists the test files of a tier, as paths from the directory of the project, or the pattern of all files. The commands of the documents are in both tiers: the first one runs those of the README.
 * @param suffix What the names end with, such as `.e2e.test.ts`.
 * @param root The directory of the project.
 */
export function listTierFiles(tier: Tier, suffix: string, root: string): string[] {
  // The pattern itself, so that a watch knows new files.
  if (tier === 'both') return [`test/**/*${suffix}`];
  const rest = new Set(globSync(Object.values(REST).flat(), { cwd: root }));
  return globSync(`test/**/*${suffix}`, { cwd: root }).filter(
    (file) => IN_BOTH.includes(file) || rest.has(file) === (tier === 'rest'),
  );
}
