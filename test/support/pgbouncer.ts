import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { LOCAL } from '../../ops/local/boot/layout.ts';
import { spawnServer } from '../../ops/local/servers/server-process.ts';
import { eventually } from './eventually.ts';
import { freePort } from './processes.ts';
import { isJudged } from './not-judged.ts';

/*
 * PgBouncer of Debian 13, which supports named prepared statements in transaction mode (1.21 or
 * newer), on any machine: its package and its libraries are unpacked below `.local`, with a
 * separate state of apt.
 */

const HOME = path.join(LOCAL, 'pgbouncer');
const ROOT = path.join(HOME, 'root');
const LIBRARIES = path.join(ROOT, 'usr', 'lib', 'x86_64-linux-gnu');
const PACKAGES = [
  'pgbouncer',
  'libc6',
  'libevent-2.1-7t64',
  'libcares2',
  'libssl3t64',
  'libpam0g',
  'libsystemd0',
  'zlib1g',
  'libzstd1',
  'libaudit1',
  'libcap-ng0',
  'libcap2',
  'libgcc-s1',
  'libldap2',
  'libsasl2-2',
];
const KEYS = '/usr/share/keyrings/debian-archive-keyring.gpg';
const PROGRAM = [
  path.join(LIBRARIES, 'ld-linux-x86-64.so.2'),
  '--library-path',
  LIBRARIES,
  path.join(ROOT, 'usr/sbin/pgbouncer'),
];

/**
 * Returns its version and fetches it if it is missing. Returns null if it is not available, and
 * reports that.
 */
export function findPgbouncer(): string | null {
  if (!existsSync(PROGRAM[0]!)) {
    try {
      fetch();
    } catch (error) {
      const why = (error as Error).message.split('\n', 1)[0]!;
      isJudged(false, 'the engine behind PgBouncer', `PgBouncer cannot be fetched: ${why}`);
      rmSync(HOME, { recursive: true, force: true });
      return null;
    }
  }
  const { stdout } = spawnSync(PROGRAM[0]!, [...PROGRAM.slice(1), '--version'], { encoding: 'utf8' });
  return /PgBouncer (\d+\.\d+)/.exec(stdout ?? '')?.[1] ?? null;
}

function fetch(): void {
  if (process.arch !== 'x64' || !existsSync(KEYS)) throw new Error('it needs Debian or Ubuntu on x64');
  for (const name of ['state/lists/partial', 'cache/archives/partial', 'debs', 'root'])
    mkdirSync(path.join(HOME, name), { recursive: true });
  const sources = path.join(HOME, 'sources.list');
  writeFileSync(sources, `deb [signed-by=${KEYS}] ${findMirror()} trixie main\n`);
  const options = [
    `Dir::Etc::sourcelist=${sources}`,
    'Dir::Etc::sourceparts=-',
    `Dir::State=${path.join(HOME, 'state')}`,
    `Dir::Cache=${path.join(HOME, 'cache')}`,
    'Dir::State::status=/dev/null',
    `APT::Sandbox::User=${process.getuid?.() === 0 ? 'root' : ''}`,
  ].flatMap((option) => ['-o', option]);
  const apt = (...args: string[]) =>
    execFileSync('apt-get', [...options, ...args], {
      cwd: path.join(HOME, 'debs'),
      stdio: 'pipe',
      timeout: 300_000,
    });
  apt('update');
  apt('download', ...PACKAGES);
  for (const file of readdirSync(path.join(HOME, 'debs')))
    execFileSync('dpkg-deb', ['-x', path.join(HOME, 'debs', file), ROOT]);
}

/** The mirror in the machine's own package sources. */
function findMirror(): string {
  const said = execFileSync('apt-get', ['indextargets', '--format', '$(REPO_URI)'], { encoding: 'utf8' });
  const mirror = said.split('\n').find((line) => /\/debian\/?$/.test(line));
  if (mirror === undefined) throw new Error('the package sources of apt contain no mirror of Debian');
  return mirror;
}

export type Pooler = AsyncDisposable & {
  /** Returns the same URL by way of the pooler. */
  through(url: string): string;
  /** Runs a command on its console. */
  command(sql: string): Promise<unknown[]>;
};

/**
 * Starts a pooler in front of a server. Each login and database gets so few sessions that all
 * clients share them.
 * @param urls the URLs of the logins.
 * @param changes overrides of its settings.
 */
export async function openPooler(
  urls: readonly string[],
  sessions: number,
  changes: Readonly<Record<string, string | number>> = {},
): Promise<Pooler> {
  const [server] = urls.map((url) => new URL(url)) as [URL];
  const port = await freePort();
  const directory = mkdtempSync(path.join(tmpdir(), 'pgbouncer-'));
  // PgBouncer refuses to run as root.
  chmodSync(directory, 0o755);
  const users = urls
    .map((url) => new URL(url))
    .map(({ username, password }) => `"${username}" "${password}"`);
  const settings = path.join(directory, 'pgbouncer.ini');
  writeFileSync(path.join(directory, 'users.txt'), [...users, '"console" "console"'].join('\n'));
  writeFileSync(
    settings,
    `[databases]
* = host=${server.hostname} port=${server.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${path.join(directory, 'users.txt')}
admin_users = console
${Object.entries({ pool_mode: 'transaction', max_prepared_statements: 200, ...changes })
  .map(([name, value]) => `${name} = ${value}\n`)
  .join('')}default_pool_size = ${sessions}
max_client_conn = 500
`,
  );
  const account = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined;
  const child = spawnServer({
    program: PROGRAM[0]!,
    args: [...PROGRAM.slice(1), settings],
    log: path.join(LOCAL, 'logs', 'test-pgbouncer.log'),
    account,
    deathSignal: 'INT',
  });
  const exited = once(child, 'exit');
  const command = async (sql: string) => {
    const client = new Client(`postgres://console:console@127.0.0.1:${port}/pgbouncer`);
    client.on('error', () => {});
    await client.connect();
    try {
      return (await client.query(sql)).rows as unknown[];
    } finally {
      await client.end();
    }
  };
  await eventually(() => command('show version').then(Boolean, () => false), { what: 'PgBouncer' });
  return {
    command,
    through(url) {
      const pooled = Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(port) });
      pooled.searchParams.set('pgbouncer', 'true');
      return pooled.href;
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGINT');
      await exited;
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
