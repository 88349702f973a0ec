import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { linkPrograms } from '../../support/link-programs.ts';
import { withQuickStart } from '../../support/quick-start.ts';
import { ENGINE } from '../../support/run-cli.ts';

/*
 * environment.test.ts tests all wrong values. This file tests that each program reports a wrong
 * value in one line and ends.
 */
const ROOT = path.resolve(import.meta.dirname, '../../..');
const RIGHT = {
  DATABASE_URL: 'postgres://nobody:s3cret-of-the-database@127.0.0.1:1/none',
  REDIS_URL: 'redis://127.0.0.1:1',
  DASHBOARD_PASSWORD: 'correct-horse-battery',
  OPS_PORT: '0',
};

type Ending = { readonly code: number | null; readonly out: string; readonly err: string };

async function run(
  program: string,
  args: readonly string[],
  settings: NodeJS.ProcessEnv,
  root = ROOT,
): Promise<Ending> {
  const child = spawn(process.execPath, [path.join(root, program), ...args], {
    cwd: root,
    env: withQuickStart({ PATH: process.env['PATH'], ...RIGHT, ...settings }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const closed = once(child, 'close') as Promise<[number | null]>;
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
  return { code, out, err };
}

const INGRESS = 'src/server.ts';
const WORKER = 'workers/main.ts';
const DASHBOARD = 'src/dashboard.ts';
const CASES: readonly [
  program: string,
  args: readonly string[],
  settings: NodeJS.ProcessEnv,
  line: RegExp,
][] = [
  [INGRESS, [], { TRUSTED_PROXIES: '10.0.0.1,proxy.internal' }, /^ingress: TRUSTED_PROXIES must be /],
  [
    INGRESS,
    [],
    { HOST: '192.0.2.1', PORT: '0' },
    /^ingress: HOST is not an address that this process can listen on: EADDRNOTAVAIL$/,
  ],
  [WORKER, [], { CHROMIUM_PATH: '/nowhere/chromium' }, /^worker: CHROMIUM_PATH can't be run: ENOENT$/],
  [
    WORKER,
    [],
    {
      WORKER_QUEUES: 'remission',
      VERIFACTU_ENVIRONMENT: 'production',
      VERIFACTU_PRODUCER_NAME: 'Programas del Ebro S.L.',
      VERIFACTU_PRODUCER_NIF: 'B99286320',
      AEAT_URL: 'http://aeat-sandbox:3002',
    },
    /^worker: AEAT_URL must begin with https:/,
  ],
  [DASHBOARD, [], { REDIS_URL: 'redis://h/x' }, /^dashboard: REDIS_URL must end with the number/],
  [ENGINE, ['migrate'], {}, /^migrate: The database of DATABASE_URL is not reachable$/],
  [
    ENGINE,
    ['org', 'list'],
    { DATABASE_URL_FILE: ROOT, DATABASE_URL: '' },
    /^DATABASE_URL_FILE can't be read: EISDIR$/,
  ],
  [
    'packages/aeat-sandbox/src/main.ts',
    ['--memory'],
    { AEAT_SANDBOX_PORT: '3002abc' },
    /^--port \(AEAT_SANDBOX_PORT\): /,
  ],
];

describe('a wrong setting', () => {
  it.each(CASES)(
    'ends %s %j with one line on standard error',
    { timeout: 60_000 },
    async (program, args, settings, line) => {
      const { code, out, err } = await run(program, args, settings);
      expect({
        code,
        out: out.split('\n').filter((entry) => entry.includes('"level":"fatal"')),
        err,
      }).toEqual({
        code: 1,
        out: [],
        err: expect.stringMatching(/^.+\n$/),
      });
      expect(err.trimEnd()).toMatch(line);
      expect(err).not.toContain('s3cret-of-the-database');
    },
  );

  it(
    'is reported together with all others, one per line with the name of the process',
    { timeout: 60_000 },
    async () => {
      const { code, err } = await run(WORKER, [], {
        LOG_LEVEL: 'loud',
        OPS_PORT: 'x',
        CHROMIUM_PATH: '/nowhere',
      });
      expect({ code, lines: err.trimEnd().split('\n') }).toEqual({
        code: 1,
        lines: [
          expect.stringMatching(/^worker: OPS_PORT must be /),
          expect.stringMatching(/^worker: LOG_LEVEL must be /),
          expect.stringMatching(/^worker: CHROMIUM_PATH can't be run/),
        ],
      });
    },
  );

  it(
    'ends check-invariants with the exit code for a check that could not run',
    { timeout: 60_000 },
    async () => {
      expect(await run(ENGINE, ['check-invariants'], { DATABASE_URL: 'postgres://h/' })).toMatchObject({
        code: 2,
        err: expect.stringMatching(/^DATABASE_URL must name one database after the host\n$/),
      });
    },
  );

  it.each([
    [INGRESS, 'PORT'],
    [DASHBOARD, 'OPS_PORT'],
    ['packages/aeat-sandbox/src/main.ts', 'AEAT_SANDBOX_PORT'],
  ])(
    'ends %s with one line about %s if the port is in use',
    { timeout: 60_000 },
    async (program, variable) => {
      const server = createServer().listen(0, '127.0.0.1');
      await once(server, 'listening');
      onTestFinished(() => void server.close());
      const { port } = server.address() as AddressInfo;
      const settings = { AEAT_SANDBOX_MEMORY: '1', [variable]: String(port) };
      const { code, err } = await run(program, [], settings);
      expect({ code, err }).toEqual({
        code: 1,
        err: expect.stringMatching(new RegExp(`^.*\\b${variable}\\b.*in use.*\n$`)),
      });
    },
  );

  it('ends npm start before anything is started', { timeout: 60_000 }, async () => {
    const copy = mkdtempSync(path.join(tmpdir(), 'start-'));
    onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
    for (const name of ['src', 'ops', 'packages', 'package.json', 'package-lock.json']) {
      cpSync(path.join(ROOT, name), path.join(copy, name), {
        recursive: true,
        filter: (from) => path.basename(from) !== 'node_modules',
      });
    }
    symlinkSync(path.join(ROOT, 'node_modules'), path.join(copy, 'node_modules'));
    linkPrograms(copy);
    for (const settings of [{ TRUSTED_PROXIES: 'proxy' }, { AEAT_SANDBOX_PORT: 'x' }]) {
      const { code, err } = await run('ops/local/boot.js', ['start'], { ...settings, NO_COLOR: '1' }, copy);
      expect({ code, err }).toEqual({
        code: 1,
        err: expect.stringMatching(new RegExp(`^\n✖ ${Object.keys(settings)[0]} must be .+\n$`)),
      });
    }
  });
});
