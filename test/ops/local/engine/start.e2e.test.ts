import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { findExecutable } from '../../../../ops/local/boot/find-executable.js';
import { LONG } from '../../../support/long.ts';

/*
 * `npm start` for real, in a copy of the project that has packages but no `.local`: its own servers, ports and data.
 */
const ROOT = path.resolve(import.meta.dirname, '..', '..', '..', '..');
const COPIED = ['src', 'workers', 'migrations', 'ops', 'package.json', 'package-lock.json'];

function copyProject(): string {
  const copy = mkdtempSync(path.join(tmpdir(), 'start-'));
  // As root, PostgreSQL runs under another account.
  chmodSync(copy, 0o755);
  for (const name of COPIED) cpSync(path.join(ROOT, name), path.join(copy, name), { recursive: true });
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(copy, 'node_modules'));
  return copy;
}

type Start = {
  readonly child: ChildProcess;
  readonly ended: Promise<number | null>;
  readonly output: () => string;
};

function spawnStart(copy: string, ...args: string[]): Start {
  const {
    DATABASE_URL: _database,
    REDIS_URL: _redis,
    PORT: _port,
    // Here packages are read as they are installed.
    NODE_OPTIONS: _options,
    ...environment
  } = process.env;
  const child = spawn(process.execPath, ['ops/local/boot.js', 'start', ...args], {
    cwd: copy,
    // The usual ports for operations are for whoever else starts the engine at this moment.
    env: { ...environment, NO_COLOR: '1', OPS_PORT: '0' },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data: Buffer) => (output += data.toString()));
  const ended = once(child, 'close').then(([code]) => code as number | null);
  return { child, ended, output: () => output };
}

async function startProject(copy: string, ...args: string[]): Promise<Start> {
  const started = spawnStart(copy, ...args);
  const { child, output } = started;
  await vi.waitUntil(() => output().includes('Ctrl-C stops') || child.exitCode !== null, 90_000);
  expect(output()).toContain('READY');
  return started;
}

/** Everything that runs out of the copy: servers, processes, Chromium. */
function listProcesses(copy: string): string[] {
  const commands = execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' }).split('\n');
  return commands.filter((command) => command.includes(copy));
}

function readBatches(output: string): unknown {
  const [, script = ''] = /Try it:\n\n([\s\S]+?)\n\n/.exec(output) ?? [];
  return JSON.parse(execFileSync('sh', ['-c', script], { encoding: 'utf8' }));
}

/** Where Prometheus, for one, asks. */
const readOpsPorts = (output: string) => /Operations +(.+)/.exec(output)?.[1];

const stop = async ({ child, ended }: Start) => {
  child.kill('SIGTERM');
  await expect(ended).resolves.toBe(0);
};

/** A command of package.json, in the copy. */
function runIn(copy: string, program: string, ...args: string[]): string {
  const script = ['--env-file=.local/environment', `ops/cli/${program}.ts`, ...args];
  return execFileSync(process.execPath, script, { cwd: copy, encoding: 'utf8' });
}

/* One installation, whose starts follow on each other: each takes seconds. */
describe.runIf(findExecutable(['curl']) && findExecutable(['ps']))('npm start', () => {
  let copy: string;
  let backup: string;
  let organizations: string;
  let opsPorts: string | undefined;
  beforeAll(() => {
    copy = copyProject();
    backup = path.join(copy, 'backup');
  });
  afterAll(() => rmSync(copy, { recursive: true, force: true }));

  it('sends the sample on its first start, shows how to go on, and leaves no process behind when it is killed', async () => {
    const first = await startProject(copy);
    expect(readBatches(first.output())).toMatchObject({
      data: [
        { external_batch_id: 'sample', status: 'processed_with_errors', invoices_count: 26 },
        { external_batch_id: 'opening', status: 'processed', invoices_count: 6 },
      ],
    });
    const [, pdf = ''] = /A PDF +(\S+)/.exec(first.output()) ?? [];
    expect(readFileSync(path.join(copy, pdf)).subarray(0, 5).toString()).toBe('%PDF-');
    expect(readdirSync(path.join(copy, '.local', 'sample'))).toHaveLength(24);
    expect(statSync(path.join(copy, '.local', 'secrets.json')).mode & 0o777).toBe(0o600);

    // A second one beside it is refused, and leaves the commands of the first their database.
    const environment = path.join(copy, '.local', 'environment');
    const told = readFileSync(environment, 'utf8');
    const beside = spawnStart(copy);
    await expect(beside.ended).resolves.toBe(1);
    expect(beside.output()).toContain(`npm start is already running here (process`);
    expect(readFileSync(environment, 'utf8')).toBe(told);

    organizations = runIn(copy, 'org', 'list');
    opsPorts = readOpsPorts(first.output());
    runIn(copy, 'backup', '--output', backup);
    // Beside it: with a server of its own, which nobody else is asked for.
    const rehearsal = execFileSync(process.execPath, ['ops/local/boot.js', 'rehearsal', '--input', backup], {
      cwd: copy,
      encoding: 'utf8',
    });
    expect(rehearsal).toMatch(/ comes back: \d+ rows, 2 chains.*\n0 of \d+ invariants are broken in it\./);
    expect(runIn(copy, 'org', 'list')).toBe(organizations);
    first.child.kill('SIGKILL');
    await vi.waitUntil(() => listProcesses(copy).length === 0, 30_000);
  });

  it('finds its data and its operations ports again, and leaves nothing behind when it ends', async () => {
    const second = await startProject(copy);
    expect(second.output()).not.toContain('sample batch');
    expect(opsPorts).toContain('worker http://127.0.0.1:');
    expect(readOpsPorts(second.output())).toBe(opsPorts);
    expect(readBatches(second.output())).toMatchObject({ meta: { total_count: 2 } });
    await stop(second);
    expect(listProcesses(copy)).toEqual([]);
    expect(existsSync(path.join(copy, '.local', 'environment'))).toBe(false);
  });

  it.runIf(LONG)(
    'starts the servers alone, into which a backup is restored as docs/backup.md says',
    async () => {
      renameSync(path.join(copy, '.local', 'postgres'), path.join(copy, '.local', 'postgres-before'));
      const servers = await startProject(copy, '--servers-only');
      const programs = listProcesses(copy).join('\n');
      for (const program of ['src/server.ts', 'workers/main.ts', 'src/dashboard.ts'])
        expect(programs).not.toContain(program);
      const restored = runIn(copy, 'restore', '--input', backup);
      expect(restored).toContain('counts and checksums are right');
      expect(restored).toContain('Before you start the product');
      expect(runIn(copy, 'org', 'list')).toBe(organizations);
      await stop(servers);
    },
  );
});
