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
import { endWithParent } from '../../../ops/local/boot/end-with-parent.js';
import { eventually } from '../../support/eventually.ts';
import { linkPrograms } from '../../support/link-programs.ts';
import { freePort } from '../../support/processes.ts';
import { withQuickStart } from '../../support/quick-start.ts';
import { SCRIPTS } from './help.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const COPIED = [
  'src',
  'workers',
  'migrations',
  'ops',
  'packages',
  'clients',
  'package.json',
  'package-lock.json',
];
/** The reader's own files, under the names that the documents give them. */
const OWN_FILES = {
  'logo.png': 'docs/pictures/invoice.png',
  'company.p12': 'packages/verifactu/test/fixtures/test-only-company.p12',
};

export type Outcome = { readonly code: number; readonly out: string; readonly err: string };

/** One run of `npm start`. */
export type Start = {
  readonly child: ChildProcess;
  readonly ended: Promise<number | null>;
  /** Its output so far. */
  readonly output: () => string;
};

/**
 * `npm start` in a copy of the project, as in a reader's terminal, and a shell whose variables
 * persist.
 */
export type StartedProject = AsyncDisposable & {
  readonly first: Start;
  /** The output of `npm start`. */
  readonly output: string;
  /** Maps the addresses in the documents to the actual ones. */
  readonly addresses: Readonly<Record<string, string>>;
  /** The settings of the engine that the commands read. */
  readonly settings: NodeJS.Dict<string>;
  /** The current directory of the shell. */
  readonly directory: string;
  /** Runs lines of a document after those before them. */
  run(script: string): Promise<Outcome>;
  /** Starts `npm start` once more. */
  spawnStart(...args: string[]): Start;
  /** Starts `npm start` once more and waits until it is ready. */
  start(...args: string[]): Promise<Start>;
};

/** Ports below those that other tests use, because they are used only some seconds later. */
const PORTS = { from: 12_000, to: 20_000 };

/** Starts the engine with its sample on ports that no other process uses. */
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
  // The engine loads its packages as they are installed, not bundled.
  const { NODE_OPTIONS: _options, ...installed } = environment;
  const all: Pick<Start, 'child' | 'ended'>[] = [];
  opening.defer(async () => {
    for (const { child } of all) child.kill('SIGTERM');
    await Promise.all(all.map(({ ended }) => ended));
  });
  const spawnStart = (...args: string[]): Start => {
    const command = [process.execPath, 'ops/local/boot.js', 'start', ...args];
    // It also stops if this process ends without disposing of it, as when the run is interrupted.
    const [program = '', ...rest] = endWithParent('TERM', command) ?? command;
    const child = spawn(program, rest, {
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

/** The operations ports of ingress, worker and dashboard, in the order of the documents. */
function listOperationsAddresses(output: string): Record<string, string> {
  const found = [...output.matchAll(/(?:ingress|worker|dashboard) (http:\/\/127\.0\.0\.1:\d+)/g)];
  return Object.fromEntries(found.map(([, here], index) => [`http://127.0.0.1:${9464 + index}`, here!]));
}

function fill(copy: string): void {
  // If the tests run as root, PostgreSQL runs under another account.
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

/** A program that runs the scripts of package.json like npm, without the second that npm itself needs. */
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

/** The environment without the settings of the person who runs the tests. */
function buildEnvironment(copy: string): NodeJS.ProcessEnv {
  const programs = [path.join(copy, 'bin'), path.dirname(process.execPath), process.env['PATH']];
  return withQuickStart({
    PATH: programs.join(':'),
    HOME: process.env['HOME'],
    NO_COLOR: '1',
    LANG: 'C.UTF-8',
    // The copy has other paths each time, so its compile cache would never be read again.
    NODE_COMPILE_CACHE: path.join(copy, 'compile-cache'),
  });
}

/** `set -a` and `export -p`: variables that one block sets are available in the next one. */
function runLines(copy: string, environment: NodeJS.ProcessEnv, script: string): Promise<Outcome> {
  const lines = ['set -eua', '. ./variables', script, 'export -p > variables'].join('\n');
  return new Promise((resolve) => {
    execFile('sh', ['-c', lines], { cwd: copy, env: environment }, (error, out, err) =>
      resolve({ code: error ? Number(error.code ?? -1) : 0, out, err }),
    );
  });
}
