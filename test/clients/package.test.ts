import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findExecutable } from '../../ops/local/boot/find-executable.js';
import { isJudged } from '../support/not-judged.ts';
import { packPackage } from '../support/pack-package.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const TSC = path.join(ROOT, 'node_modules/typescript-7/bin/tsc');
const OFFLINE = ['--offline', '--no-audit', '--no-fund', '--ignore-scripts'];

const USE = `
import { EngineError, openEngine } from 'invoice-batch-engine-client';
const engine = openEngine({ url: 'http://127.0.0.1:1', apiKey: 'org_live_x', patienceMs: 0 });
const error = await engine.summary(1).catch((told) => told);
console.log(error instanceof EngineError, error.code);
`;
const TYPED_USE = `
import { type BatchInput, EngineError, openEngine, type Stage, verifyWebhook } from 'invoice-batch-engine-client';
const until: Stage = 'printed';
const batch: BatchInput = {
  invoices: [{ issuer_nif: 'B12345674', number_serie: 'A', issue_date: '2026-11-20', lines: [{ concept: 'x', units: 1, unit_price: 1 }] }],
};
export async function run(signal: AbortSignal): Promise<Uint8Array[]> {
  const engine = openEngine({ url: 'http://127.0.0.1:1', apiKey: 'org_live_x' });
  const { id } = await engine.submit(batch, { signal });
  const { rendered } = await engine.wait(id, { until, signal });
  const pdfs: Uint8Array[] = [];
  for await (const { content } of engine.pdfs(id)) pdfs.push(content);
  for await (const { status } of engine.listBatches({ status: 'processed' })) if (status === 'failed') throw new EngineError({ status: rendered, code: 'x', message: 'x' });
  const event = await verifyWebhook('whsec_', new Headers(), '');
  if (event.type === 'webhook.test') return [];
  if (event.version === 2 && event.type === 'invoice.rejected') await engine.pdf(event.data.invoice.id);
  if (event.version === 1 && event.type === 'invoice.rejected') await engine.pdf(event.data.batch_invoice.id);
  // @ts-expect-error unknown member
  await engine.submit({ invoices: [{ number: 'A' }] });
  return pdfs;
}
`;

/** The environment of Node without the additions of the project. */
const run = (program: string, args: readonly string[], cwd: string) =>
  execFileSync(program, args, {
    cwd,
    env: { ...process.env, NODE_OPTIONS: '' },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });

const hasNpm = isJudged(findExecutable(['npm']), 'the package of the client', 'there is no npm');

describe.runIf(hasNpm)('the package of the client', () => {
  let directory: string;
  let reader: string;
  beforeAll(() => {
    directory = mkdtempSync(path.join(tmpdir(), 'client-package-'));
    const tarball = packPackage('clients/typescript', directory);
    reader = path.join(directory, 'reader');
    mkdirSync(reader);
    writeFileSync(path.join(reader, 'package.json'), '{"name":"reader","private":true,"type":"module"}');
    run('npm', ['install', tarball, ...OFFLINE], reader);
  }, 120_000);
  afterAll(() => rmSync(directory, { recursive: true }));

  it('installs no other package', () => {
    const packages = readdirSync(path.join(reader, 'node_modules')).filter((name) => !name.startsWith('.'));
    expect(packages).toEqual(['invoice-batch-engine-client']);
    const own = path.join(reader, 'node_modules/invoice-batch-engine-client');
    expect(readdirSync(own).toSorted()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json']);
  });

  it('runs under Node as plain JavaScript', () => {
    writeFileSync(path.join(reader, 'use.js'), USE);
    expect(run(process.execPath, ['use.js'], reader)).toBe('true unreachable\n');
  });

  it('contains the command-line program', () => {
    expect(run(path.join(reader, 'node_modules/.bin/ibe'), ['--version'], reader)).toMatch(/^\d+\.\d+\.\d+/);
    expect(run(path.join(reader, 'node_modules/.bin/ibe'), ['--help'], reader)).toContain(
      'Usage: npx invoice-batch-engine-client',
    );
  });

  it.each([
    ["under the package's own name", ['invoice-batch-engine-client']],
    ['as ibe of the package', ['--package', 'invoice-batch-engine-client', 'ibe']],
  ])('contains the program %s', (_, program) => {
    const told = run('npx', ['--offline', ...program, '--help'], reader);
    expect(told).toContain('Usage: npx invoice-batch-engine-client COMMAND');
  });

  it.each([
    ['Node with the types of browsers', ['--lib', 'ES2023,DOM,DOM.AsyncIterable', '--types', '']],
    ['Node', ['--lib', 'ES2023', '--types', 'node', '--typeRoots', path.join(ROOT, 'node_modules/@types')]],
  ])('has types for %s in the strictest mode', (_, options) => {
    writeFileSync(path.join(reader, 'use.ts'), TYPED_USE);
    const strict = [
      '--ignoreConfig',
      '--noEmit',
      '--strict',
      '--target',
      'ES2022',
      '--module',
      'NodeNext',
      '--exactOptionalPropertyTypes',
    ];
    const { stdout } = spawnSync(process.execPath, [TSC, ...strict, ...options, 'use.ts'], {
      cwd: reader,
      encoding: 'utf8',
    });
    expect(stdout).toBe('');
  });
});
