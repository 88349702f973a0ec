import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, constants, setPriority } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { LOCAL, ROOT } from '../boot/layout.ts';
import { spawnServer } from '../servers/server-process.ts';
import type { ServerAddresses } from '../servers/servers.ts';
import { type Durations, keepDurations } from './durations.ts';
import { IS_LONG, type Outcome, type Project } from './test-parts.ts';

/** The part of vitest's JSON report that is counted. */
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
  /** Only test files whose path contains one of these; all when there are none. */
  readonly filters: readonly string[];
  readonly addresses: ServerAddresses;
  /** Loaded first by every process (bundle-packages.ts). */
  readonly preload: string;
  /** Only test files that a change since the last commit reaches. */
  readonly onlyChanged: boolean;
  /** Directory for vitest's report. */
  readonly directory: string;
};

/** Test files at a time: those of `unit` compute, the others wait for servers and processes much of their time. Floods of the long form are alone. */
const FILES_AT_ONCE: Readonly<Record<Project, number>> = {
  unit: availableParallelism(),
  integration: 2 * availableParallelism(),
  e2e: IS_LONG ? 1 : availableParallelism(),
  fuzz: 1,
};

const VITEST = path.join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');

function listFlags(projects: readonly Project[]): string[] {
  const filesAtOnce = projects.reduce((most, project) => Math.max(most, FILES_AT_ONCE[project]), 1);
  return [
    '--config=test/vitest.config.ts',
    ...projects.map((project) => `--project=${project}`),
    // Files share a process and what it imported: an import of everything takes a second.
    '--no-isolate',
    `--maxWorkers=${filesAtOnce}`,
  ];
}

/** Runs the tests again that a change reaches, until it is stopped. */
export async function watchTests(
  projects: readonly Project[],
  { filters, addresses, preload }: Pick<TestRun, 'filters' | 'addresses' | 'preload'>,
): Promise<void> {
  const child = spawnServer({
    program: process.execPath,
    args: [VITEST, 'watch', ...listFlags(projects), '--changed', '--passWithNoTests', ...filters],
    cwd: ROOT,
    environment: buildTestEnvironment(addresses, preload),
    deathSignal: 'TERM',
  });
  await once(child, 'close');
}

/** Runs one of vitest's projects, its output on the terminal. */
export async function runTests(
  project: Project,
  { filters, addresses, preload, onlyChanged, directory }: TestRun,
): Promise<Outcome> {
  const started = Date.now();
  const file = path.join(directory, `${project}.json`);
  const durationsFile = path.join(directory, `${project}-durations.json`);
  for (const written of [file, durationsFile]) rmSync(written, { force: true });
  const child = spawnServer({
    program: process.execPath,
    args: [
      VITEST,
      'run',
      ...listFlags([project]),
      '--reporter=default',
      '--reporter=json',
      '--reporter=./test/support/write-durations.ts',
      `--outputFile.json=${file}`,
      ...(onlyChanged ? ['--changed'] : []),
      ...(filters.length > 0 || onlyChanged ? ['--passWithNoTests'] : []),
      ...filters,
    ],
    cwd: ROOT,
    environment: { ...buildTestEnvironment(addresses, preload), TEST_DURATIONS_FILE: durationsFile },
    deathSignal: 'TERM',
  });
  // They only compute, and take what the others leave: those hold clocks against what they wait for, and end last.
  if (project === 'unit' && child.pid !== undefined)
    setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  const [code] = (await once(child, 'close')) as [number | null];
  const durations = existsSync(durationsFile)
    ? (JSON.parse(readFileSync(durationsFile, 'utf8')) as Durations)
    : {};
  keepDurations(project, durations, (name) => existsSync(path.join(ROOT, name)));
  return { part: project, ...countTests(file, code), took: Date.now() - started, durations };
}

/** Tests get the throwaway servers and nothing of the settings of a running engine. */
function buildTestEnvironment(
  { DATABASE_URL, REDIS_URL, CHROMIUM_PATH }: ServerAddresses,
  preload: string,
): NodeJS.ProcessEnv {
  const {
    DATABASE_URL: _database,
    REDIS_URL: _redis,
    PORT: _port,
    OPS_PORT: _opsPort,
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

/** What vitest refuses without a failed test (a file that cannot be loaded, an unhandled rejection) counts as one failure. */
function countTests(file: string, code: number | null): Omit<Outcome, 'part' | 'took'> {
  if (!existsSync(file))
    return { passed: 0, failed: 1, skipped: 0, output: `vitest ended with ${code} and told nothing` };
  const report = JSON.parse(readFileSync(file, 'utf8')) as Report;
  return {
    passed: report.numPassedTests,
    failed: code === 0 ? 0 : Math.max(report.numFailedTests, 1),
    skipped: report.numPendingTests + report.numTodoTests,
    output: listFailures(report).join('\n'),
  };
}

/** The failed tests by file, so that nobody has to search for them in what vitest wrote. */
function listFailures(report: Report): string[] {
  return report.testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const failed = assertionResults.filter(({ status }) => status === 'failed');
      const titles = failed.map(({ fullName }) => `  ${fullName}`);
      return [path.relative(ROOT, name), ...(titles.length > 0 ? titles : [`  ${message}`])];
    });
}
