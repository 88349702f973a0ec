import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { eventually } from '../../support/eventually.ts';
import { linkPrograms } from '../../support/link-programs.ts';
import { freePort } from '../../support/processes.ts';
import { withQuickStart } from '../../support/quick-start.ts';
import { SCRIPTS } from './help.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const COPIED = ['src', 'workers', 'migrations', 'ops', 'clients', 'package.json', 'package-lock.json'];
/** What a reader has of his own, under the names that the documents give it. */
const OWN_FILES = {
  'logo.png': 'docs/pictures/invoice.png',
  'company.p12': 'test/submit/aeat/fixtures/test-only-company.p12',
};

export type Outcome = { readonly code: number; readonly out: string; readonly err: string };

/** One `npm start`. */
export type Start = {
  readonly child: ChildProcess;
  readonly ended: Promise<number | null>;
  /** What it printed until now. */
  readonly output: () => string;
};

/** `npm start` in a copy of the project, as a reader has it in a terminal, and a shell beside it whose variables stay. */
export type StartedProject = AsyncDisposable & {
  readonly first: Start;
  /** What npm start printed. */
  readonly output: string;
  /** Addresses that the documents name, and where they are here. */
  readonly addresses: Readonly<Record<string, string>>;
  /** What the commands read of the engine's settings. */
  readonly settings: NodeJS.Dict<string>;
  /** Where the shell is. */
  readonly directory: string;
  /** Runs lines of a document after those before them. */
  run(script: string): Promise<Outcome>;
  /** `npm start` once more. */
  spawnStart(...args: string[]): Start;
  /** The same, until it is ready. */
  start(...args: string[]): Promise<Start>;
};

/** Other tests draw their ports above: these are used only some seconds later. */
const PORTS = { from: 12_000, to: 20_000 };

/** Starts the engine with its sample, on ports that nobody else has. */
export async function startProject(): Promise<StartedProject> {
  await using opening = new AsyncDisposableStack();
  const copy = mkdtempSync(path.join(tmpdir(), 'documents-'));
  opening.defer(() => rmSync(copy, { recursive: true, force: true }));
  fill(copy);
  const ports = {
    PORT: await freePort(PORTS),
    DASHBOARD_PORT: await freePort(PORTS),
    AEAT_SANDBOX_PORT: await freePort(PORTS),
  };
  const environment = buildEnvironment(copy);
  // The engine reads packages as they are installed.
  const { NODE_OPTIONS: _options, ...installed } = environment;
  const all: Pick<Start, 'child' | 'ended'>[] = [];
  opening.defer(async () => {
    for (const { child } of all) child.kill('SIGTERM');
    await Promise.all(all.map(({ ended }) => ended));
  });
  const spawnStart = (...args: string[]): Start => {
    const child = spawn(process.execPath, ['ops/local/boot.js', 'start', ...args], {
      cwd: copy,
      env: {
        ...installed,
        ...Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, String(port)])),
      },
    });
    const ended = once(child, 'close').then(([code]) => code as number | null);
    all.push({ child, ended });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (data: Buffer) => (said += data.toString()));
    return { child, ended, output: () => said };
  };
  const start = async (...args: string[]) => {
    const started = spawnStart(...args);
    await eventually(() => started.output().includes('Ctrl-C stops') || started.child.exitCode !== null, {
      within: 100_000,
      what: 'the end of npm start',
      every: 100,
    });
    if (!started.output().includes('READY')) throw new Error(started.output());
    return started;
  };
  const first = await start();
  const output = first.output();
  const resources = opening.move();
  return {
    first,
    spawnStart,
    start,
    output,
    directory: copy,
    addresses: {
      'http://127.0.0.1:3000': `http://127.0.0.1:${ports.PORT}`,
      'http://127.0.0.1:3001': `http://127.0.0.1:${ports.DASHBOARD_PORT}`,
      'http://127.0.0.1:3002': `http://127.0.0.1:${ports.AEAT_SANDBOX_PORT}`,
      ...listOperationsAddresses(output),
    },
    settings: parseEnv(readFileSync(path.join(copy, '.local', 'environment'), 'utf8')),
    run: (script) => runLines(copy, environment, script),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

/** Of ingress, worker and dashboard, which the documents name in this order. */
function listOperationsAddresses(output: string): Record<string, string> {
  const found = [...output.matchAll(/(?:ingress|worker|dashboard) (http:\/\/127\.0\.0\.1:\d+)/g)];
  return Object.fromEntries(found.map(([, here], index) => [`http://127.0.0.1:${9464 + index}`, here!]));
}

function fill(copy: string): void {
  // As root, PostgreSQL runs under another account.
  chmodSync(copy, 0o755);
  for (const name of COPIED)
    cpSync(path.join(ROOT, name), path.join(copy, name), {
      recursive: true,
      filter: (from) => path.basename(from) !== 'node_modules',
    });
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(copy, 'node_modules'));
  linkPrograms(copy);
  for (const [name, file] of Object.entries(OWN_FILES))
    copyFileSync(path.join(ROOT, file), path.join(copy, name));
  writeFileSync(path.join(copy, 'passphrase.txt'), 'test-only\n');
  writeFileSync(path.join(copy, 'variables'), '');
  for (const name of ['bin', 'backups']) mkdirSync(path.join(copy, name));
  writeFileSync(path.join(copy, 'bin', 'npm'), buildNpm(), { mode: 0o755 });
}

/** A program that runs the scripts of package.json as npm does, without npm's second of its own for each. */
function buildNpm(): string {
  const cases = Object.entries(SCRIPTS).map(([name, command]) => `${name}) ${command} "$@" ;;`);
  return [
    '#!/bin/sh',
    'name=$2',
    'shift 2',
    '[ "$1" = -- ] && shift',
    'case "$name" in',
    ...cases,
    'esac',
    '',
  ].join('\n');
}

/** Nothing of the settings of whoever runs the tests. */
function buildEnvironment(copy: string): NodeJS.ProcessEnv {
  const programs = [path.join(copy, 'bin'), path.dirname(process.execPath), process.env['PATH']];
  return withQuickStart({
    PATH: programs.join(':'),
    HOME: process.env['HOME'],
    NO_COLOR: '1',
    LANG: 'C.UTF-8',
    // Its modules are other files each time: nobody else would read what they compile to.
    NODE_COMPILE_CACHE: path.join(copy, 'compile-cache'),
  });
}

/** `set -a` and `export -p`: what a block of a document sets, the next one has. */
function runLines(copy: string, environment: NodeJS.ProcessEnv, script: string): Promise<Outcome> {
  const lines = ['set -eua', '. ./variables', script, 'export -p > variables'].join('\n');
  return new Promise((resolve) => {
    execFile('sh', ['-c', lines], { cwd: copy, env: environment }, (error, out, err) =>
      resolve({ code: error ? Number(error.code ?? -1) : 0, out, err }),
    );
  });
}
