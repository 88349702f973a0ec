import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ROOT } from '../../../ops/local/boot/layout.ts';
import type { BenchOptions } from '../read-options.ts';
import { buildCharts } from './build-charts.ts';
import { buildMarkdown } from './build-markdown.ts';
import { type Finding, isMet } from './finding.ts';

export type Run = {
  readonly options: BenchOptions;
  readonly startedAt: Date;
  readonly findings: readonly Finding[];
  /** Settings of PostgreSQL and Redis. */
  readonly servers: Readonly<Record<string, string>>;
  /** The load of the machine before each goal, by goal. */
  readonly loads: Readonly<Record<string, number>>;
};

const FILE = path.join(ROOT, 'labs', 'bench', 'results.json');
const CHARTS = path.join(ROOT, 'labs', 'bench', 'charts');
const DOCUMENT = path.join(ROOT, 'docs', 'benchmarks.md');
const TABLE = /(?<=<!-- bench -->\n)[^]*(?=<!-- \/bench -->)/;

/** The goals of a later, partial run, with its circumstances. */
type Later = { readonly goals: readonly string[] };
type Results = { readonly findings: readonly Finding[]; readonly later?: readonly Later[] } & Readonly<
  Record<string, unknown>
>;

/**
 * Writes the results of a whole run: results.json, the charts and the table of docs/benchmarks.md.
 * A quick run is never written. A run of some goals is written only if that was requested; it then
 * replaces the kept results of these goals.
 */
export async function writeResults({ options, startedAt, loads, servers, ...run }: Run): Promise<void> {
  const { isQuick, only, isKept, repeats } = options;
  if (isQuick || (only.length > 0 && !isKept)) return;
  // Values are rounded once, so that results, charts and table show the same figures.
  const found = JSON.parse(JSON.stringify(run.findings, roundNumber)) as Finding[];
  const facts = {
    startedAt: startedAt.toISOString(),
    minutes: Math.round((Date.now() - startedAt.getTime()) / 6000) / 10,
    repeats,
    machine: describeMachine(),
    servers,
    loadBefore: loads,
  };
  const judged = found.map((finding) => ({ ...finding, isMet: isMet(finding) }));
  const results: Results =
    only.length === 0
      ? { ...facts, findings: judged }
      : mergeResults(JSON.parse(readFileSync(FILE, 'utf8')) as Results, { ...facts, goals: only }, judged);
  writeFileSync(FILE, formatResults(results));
  mkdirSync(CHARTS, { recursive: true });
  for (const [name, svg] of buildCharts(results.findings))
    writeFileSync(path.join(CHARTS, `${name}.svg`), svg);
  const text = readFileSync(DOCUMENT, 'utf8');
  writeFileSync(
    DOCUMENT,
    text.replace(TABLE, () => `${buildMarkdown(results.findings)}\n`),
  );
}

/**
 * Replaces the kept results of the goals that were measured again. New goals come after the last
 * number.
 */
function mergeResults(
  { findings, later = [], ...kept }: Results,
  facts: Later,
  found: readonly Finding[],
): Results {
  const goals = [...new Set([...findings, ...found].map(({ goal }) => goal))].toSorted((a, b) =>
    compareRanks(a, b),
  );
  const earlier = later.map((each) => ({
    ...each,
    goals: each.goals.filter((goal) => !facts.goals.includes(goal)),
  }));
  return {
    ...kept,
    later: [...earlier.filter((each) => each.goals.length > 0), facts],
    findings: goals.flatMap((goal) =>
      (facts.goals.includes(goal) ? found : findings).filter((finding) => finding.goal === goal),
    ),
  };
}

/**
 * The goals whose figures are kept beside their results: charts and the simulated day are
 * calculated from them.
 */
const WITH_FIGURES: ReadonlySet<string> = new Set(['2', '5', '6', '8', 'costs', 'stages']);

/** Writes one line for each finding, without the figures that no document quotes. */
function formatResults({ findings, ...facts }: Results): string {
  const lines = findings.map((finding) => {
    const figures = WITH_FIGURES.has(finding.goal) ? finding.figures : [];
    return `    ${JSON.stringify({ ...finding, figures })}`;
  });
  const head = JSON.stringify(facts, null, 2).slice(0, -2);
  return `${head},\n  "findings": [\n${lines.join(',\n')}\n  ]\n}\n`;
}

/** Orders goals by number, followed by the goals with a name in their existing order. */
function compareRanks(a: string, b: string): number {
  const [first, second] = [a, b].map((goal) => (/^\d+$/.test(goal) ? Number(goal) : 1000));
  return first! - second!;
}

function roundNumber(_key: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(5)) : value;
}

function describeMachine() {
  const [cpu] = os.cpus();
  return {
    processor: cpu?.model ?? 'unknown',
    cores: os.availableParallelism(),
    memoryGb: Math.round(os.totalmem() / 2 ** 30),
    system: `${os.type()} ${os.release()} ${os.arch()}`,
    node: process.version,
    commit: readCommit(),
  };
}

function readCommit(): string | null {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).trim();
  } catch {
    return null;
  }
}
