import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ROOT } from '../../local/boot/layout.ts';
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
  /** Load of the machine before each goal, by its number. */
  readonly loads: Readonly<Record<string, number>>;
};

const FILE = path.join(ROOT, 'ops', 'bench', 'results.json');
const CHARTS = path.join(ROOT, 'ops', 'bench', 'charts');
const DOCUMENT = path.join(ROOT, 'docs', 'benchmarks.md');
const TABLE = /(?<=<!-- bench -->\n)[^]*(?=<!-- \/bench -->)/;

/** Writes down what a whole run found: results, charts, the table of docs/benchmarks.md. A quick or partial one says too little to be kept. */
export async function writeResults({ options, startedAt, loads, servers, ...run }: Run): Promise<void> {
  if (options.isQuick || options.only.length > 0) return;
  // Rounded once: results, charts and table show the same figures.
  const findings = JSON.parse(JSON.stringify(run.findings, roundNumber)) as Finding[];
  const results = {
    startedAt: startedAt.toISOString(),
    minutes: Math.round((Date.now() - startedAt.getTime()) / 6000) / 10,
    repeats: options.repeats,
    machine: describeMachine(),
    servers,
    loadBefore: loads,
    findings: findings.map((finding) => ({ ...finding, isMet: isMet(finding) })),
  };
  writeFileSync(FILE, `${JSON.stringify(results, null, 2)}\n`);
  mkdirSync(CHARTS, { recursive: true });
  for (const [name, svg] of buildCharts(findings)) writeFileSync(path.join(CHARTS, `${name}.svg`), svg);
  const text = readFileSync(DOCUMENT, 'utf8');
  writeFileSync(
    DOCUMENT,
    text.replace(TABLE, () => `${buildMarkdown(findings)}\n`),
  );
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
