import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { LOCAL, ROOT } from '../boot/layout.ts';
import { spawnServer } from '../servers/server-process.ts';
import type { ServerAddresses } from '../servers/servers.ts';
import { type Durations, keepDurations } from './durations.ts';
import { countFilesAtOnce } from './files-at-once.ts';
import { locatePassedFiles } from './passed-before.ts';
import { readPassedFiles } from '../../../test/support/passed-files.ts';
import type { Tier } from '../../../test/support/tier.ts';
import { IS_LONG, type Outcome, type Project } from './test-parts.ts';
import type { NotJudged } from './test-summary.ts';

/** The members of vitest's JSON report that are used. */
type Report = {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
};

export type TestRun = {
  readonly tier: Tier;
  /** The path of a test file must contain one of these texts. All files run if there are none. */
  readonly filters: readonly string[];
  readonly addresses: ServerAddresses;
  /** The module that every process loads first (bundle-packages.ts). */
  readonly preload: string;
  /** Whether only test files run that a change since the last commit affects. */
  readonly onlyChanged: boolean;
  /** The directory for vitest's report. */
  readonly directory: string;
};

/**
 * The file in the directory of a run in which tests note what they cannot judge
 * (test/support/not-judged.ts).
 */
const NOT_JUDGED = 'not-judged';

const VITEST = path.join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');

function listFlags(projects: readonly Project[]): string[] {
  const filesAtOnce = projects.reduce(
    (most, project) => Math.max(most, countFilesAtOnce(project, IS_LONG)),
    1,
  );
  return [
    '--config=test/vitest.config.ts',
    ...projects.map((project) => `--project=${project}`),
    // Test files share a process and its imported modules, because importing everything takes a
    // second.
    '--no-isolate',
    `--maxWorkers=${filesAtOnce}`,
  ];
}

/** Runs the tests that a change affects after each change, until it is stopped. */
export async function watchTests(
  projects: readonly Project[],
  { filters, tier, addresses, preload }: Pick<TestRun, 'filters' | 'tier' | 'addresses' | 'preload'>,
): Promise<void> {
  const child = spawnServer({
    program: process.execPath,
    args: [VITEST, 'watch', ...listFlags(projects), '--changed', '--passWithNoTests', ...filters],
    cwd: ROOT,
    environment: { ...buildTestEnvironment(addresses, preload), TEST_TIER: tier },
    deathSignal: 'TERM',
  });
  await once(child, 'close');
}

/** Runs a vitest project with its output on the terminal. */
export async function runTests(
  project: Project,
  { filters, tier, addresses, preload, onlyChanged, directory }: TestRun,
): Promise<Outcome> {
  const started = Date.now();
  const file = path.join(directory, `${project}.json`);
  const durationsFile = path.join(directory, `${project}-durations.json`);
  for (const written of [file, durationsFile]) rmSync(written, { force: true });
  const isWholeLongForm = IS_LONG && filters.length === 0 && !onlyChanged;
  const passedFiles = isWholeLongForm
    ? locatePassedFiles(ROOT, path.join(LOCAL, 'test-long'), project)
    : undefined;
  const before = readPassedFiles(passedFiles);
  if (before.length > 0)
    console.log(`${before.length} test files are not repeated: they passed for the same sources`);
  const child = spawnServer({
    program: process.execPath,
    args: [
      VITEST,
      'run',
      ...listFlags([project]),
      '--reporter=default',
      '--reporter=json',
      '--reporter=./test/support/write-durations.ts',
      '--reporter=./test/support/passed-files.ts',
      `--outputFile.json=${file}`,
      ...(onlyChanged ? ['--changed'] : []),
      ...(filters.length > 0 || onlyChanged || before.length > 0 ? ['--passWithNoTests'] : []),
      ...filters,
    ],
    cwd: ROOT,
    environment: {
      ...buildTestEnvironment(addresses, preload),
      TEST_TIER: tier,
      TEST_DURATIONS_FILE: durationsFile,
      ...(passedFiles !== undefined && { PASSED_FILES: passedFiles }),
      NOT_JUDGED_FILE: path.join(directory, NOT_JUDGED),
    },
    deathSignal: 'TERM',
  });
  // Unit tests only compute. They run with low priority, because the other tests have time limits
  // and end last.
  if (project === 'unit' && child.pid !== undefined)
    setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  const [code] = (await once(child, 'close')) as [number | null];
  const durations = existsSync(durationsFile)
    ? (JSON.parse(readFileSync(durationsFile, 'utf8')) as Durations)
    : {};
  keepDurations(project, durations, (name) => existsSync(path.join(ROOT, name)));
  const counted = countTests(file, code);
  const sum = (name: 'passed' | 'skipped') =>
    before.reduce((total, passedFile) => total + passedFile[name], counted[name]);
  return {
    part: project,
    ...counted,
    passed: sum('passed'),
    skipped: sum('skipped'),
    took: Date.now() - started,
    durations,
  };
}

/** Reads what the tests could not judge on this machine. */
export function readNotJudged(directory: string): NotJudged[] {
  const file = path.join(directory, NOT_JUDGED);
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as NotJudged);
}

/** Builds the environment of tests: the temporary servers, and no setting of a running engine. */
function buildTestEnvironment(
  { DATABASE_URL, REDIS_URL, CHROMIUM_PATH }: ServerAddresses,
  preload: string,
): NodeJS.ProcessEnv {
  const {
    DATABASE_URL: _database,
    REDIS_URL: _redis,
    PORT: _port,
    OPS_PORT: _opsPort,
    PASSED_FILES: _passedFiles,
    ...rest
  } = process.env;
  return {
    ...rest,
    NODE_COMPILE_CACHE: path.join(LOCAL, 'compile-cache'),
    NODE_OPTIONS: [rest['NODE_OPTIONS'], `--import=${pathToFileURL(preload).href}`].filter(Boolean).join(' '),
    ...(DATABASE_URL ? { TEST_DATABASE_URL: DATABASE_URL } : {}),
    ...(REDIS_URL ? { TEST_REDIS_URL: REDIS_URL } : {}),
    ...(CHROMIUM_PATH ? { CHROMIUM_PATH } : {}),
  };
}

/**
 * Counts the tests of a report. An error outside of a test, such as an unhandled rejection or a
 * file that cannot be loaded, counts as one failure.
 */
function countTests(file: string, code: number | null): Omit<Outcome, 'part' | 'took'> {
  if (!existsSync(file))
    return { passed: 0, failed: 1, skipped: 0, output: `vitest ended with code ${code} and wrote no report` };
  const report = JSON.parse(readFileSync(file, 'utf8')) as Report;
  return {
    passed: report.numPassedTests,
    failed: code === 0 ? 0 : Math.max(report.numFailedTests, 1),
    skipped: report.numPendingTests + report.numTodoTests,
    output: listFailures(report).join('\n'),
  };
}

/** Lists the failed tests by file, which are hard to find in vitest's output. */
function listFailures(report: Report): string[] {
  return report.testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const failed = assertionResults.filter(({ status }) => status === 'failed');
      const titles = failed.map(({ fullName }) => `  ${fullName}`);
      return [path.relative(ROOT, name), ...(titles.length > 0 ? titles : [`  ${message}`])];
    });
}
