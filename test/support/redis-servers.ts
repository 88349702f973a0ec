import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Redis } from 'ioredis';
import { LOCAL } from '../../ops/local/boot/layout.ts';
import { findRedis } from '../../ops/local/servers/redis.ts';
import { spawnServer } from '../../ops/local/servers/server-process.ts';
import type { Pair } from './certificates.ts';
import { eventually } from './eventually.ts';
import { freePort } from './processes.ts';

export type RedisServer = AsyncDisposable & {
  readonly port: number;
  readonly admin: Redis;
  /** Kills the server, like the loss of a machine. */
  kill(): Promise<void>;
};

type Login = { readonly password?: string; readonly tls?: object };

let count = 0;

/** Starts a Redis server with its own settings. @param login the login of its administrator. */
async function openRedisServer(
  settings: (port: number) => readonly string[],
  { isSentinel = false, login = {} }: { isSentinel?: boolean; login?: Login } = {},
): Promise<RedisServer> {
  count += 1;
  const home = path.join(LOCAL, 'test-redis', `server-${process.pid}-${count}`);
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const port = await freePort();
  const file = path.join(home, 'redis.conf');
  const lines = ['bind 127.0.0.1', `port ${port}`, `dir "${home}"`, 'save ""', ...settings(port)];
  writeFileSync(file, lines.join('\n'), { mode: 0o600 });
  const log = path.join(LOCAL, 'logs', 'test-redis-servers.log');
  const args = isSentinel ? [file, '--sentinel'] : [file];
  const child = spawnServer({ program: findRedis().program, args, log, deathSignal: 'TERM' });
  const exited = once(child, 'exit');
  const admin = new Redis({ port, host: '127.0.0.1', retryStrategy: () => 50, ...login });
  admin.on('error', () => {});
  const pid = await eventually(
    async () => /process_id:(\d+)/.exec(await admin.info('server').catch(() => ''))?.[1],
    { what: 'a server of Redis' },
  );
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) process.kill(Number(pid), signal);
    await exited;
  };
  return {
    port,
    admin,
    kill: () => end('SIGKILL'),
    async [Symbol.asyncDispose]() {
      admin.disconnect();
      await end('SIGTERM');
      rmSync(home, { recursive: true, force: true });
    },
  };
}

export type Sentinels = AsyncDisposable & {
  readonly url: string;
  readonly master: RedisServer;
  readonly replica: RedisServer;
};

/** The settings of servers that accept only TLS and require client certificates. */
export type Encryption = Pair & { readonly ca: string };

function listEncryption({ ca, cert, key }: Encryption, port: number): string[] {
  return [
    'port 0',
    `tls-port ${port}`,
    `tls-cert-file ${cert}`,
    `tls-key-file ${key}`,
    `tls-ca-cert-file ${ca}`,
    'tls-auth-clients yes',
    'tls-replication yes',
  ];
}

const readEncryption = ({ ca, cert, key }: Encryption) => ({
  ca: readFileSync(ca),
  cert: readFileSync(cert),
  key: readFileSync(key),
});

/**
 * Starts a master, its replica and three Sentinels that know the master by the name `engine`, all
 * with passwords.
 */
export async function openSentinels(encryption?: Encryption): Promise<Sentinels> {
  await using opening = new AsyncDisposableStack();
  const secret = ['requirepass of-servers', 'masterauth of-servers', 'maxmemory-policy noeviction'];
  const encrypt = (port: number) => (encryption === undefined ? [] : listEncryption(encryption, port));
  const tls = encryption && { tls: readEncryption(encryption) };
  const login = { password: 'of-servers', ...tls };
  const open = async (lines: readonly string[] = []) =>
    opening.use(await openRedisServer((port) => [...secret, ...lines, ...encrypt(port)], { login }));
  const master = await open();
  const replica = await open([`replicaof 127.0.0.1 ${master.port}`]);
  await eventually(async () => (await master.admin.info('replication')).includes('state=online'));
  const sentinels = await Promise.all(
    [1, 2, 3].map(async () =>
      opening.use(
        await openRedisServer(
          (port) => [
            ...encrypt(port),
            'requirepass of-sentinels',
            'sentinel sentinel-pass of-sentinels',
            `sentinel monitor engine 127.0.0.1 ${master.port} 2`,
            'sentinel auth-pass engine of-servers',
            'sentinel down-after-milliseconds engine 500',
            'sentinel failover-timeout engine 3000',
          ],
          { isSentinel: true, login: { password: 'of-sentinels', ...tls } },
        ),
      ),
    ),
  );
  const knowEachOther = async ({ admin }: RedisServer) =>
    ((await admin.call('sentinel', 'replicas', 'engine')) as unknown[]).length === 1 &&
    ((await admin.call('sentinel', 'sentinels', 'engine')) as unknown[]).length === 2;
  await eventually(async () => (await Promise.all(sentinels.map(knowEachOther))).every(Boolean), {
    within: 20_000,
    what: 'Sentinels that know each other',
  });
  const hosts = sentinels.map(({ port }) => `127.0.0.1:${port}`).join(',');
  const resources = opening.move();
  return {
    url: `redis${encryption ? 's' : ''}+sentinel://:of-servers@${hosts}/engine/0?sentinelPassword=of-sentinels`,
    master,
    replica,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

export type RedisCluster = AsyncDisposable & {
  readonly url: string;
  readonly nodes: readonly RedisServer[];
};

const SLOTS = [
  [0, 5460],
  [5461, 10_922],
  [10_923, 16_383],
] as const;

/** Starts three masters that share the hash slots, each with a replica. */
export async function openRedisCluster(): Promise<RedisCluster> {
  await using opening = new AsyncDisposableStack();
  const nodes = await Promise.all(
    [1, 2, 3, 4, 5, 6].map(async () =>
      opening.use(
        await openRedisServer(
          () => [
            'cluster-enabled yes',
            'cluster-node-timeout 1000',
            'requirepass of-nodes',
            'masterauth of-nodes',
            'maxmemory-policy noeviction',
          ],
          { login: { password: 'of-nodes' } },
        ),
      ),
    ),
  );
  const masters = nodes.slice(0, SLOTS.length);
  await Promise.all(
    masters.map(({ admin }, at) => admin.call('cluster', 'addslotsrange', ...SLOTS[at]!.map(String))),
  );
  for (const { port } of nodes) await nodes[0]!.admin.cluster('MEET', '127.0.0.1', port);
  const isKnown = async ({ admin }: RedisServer) =>
    String(await admin.call('cluster', 'info')).includes(`cluster_known_nodes:${nodes.length}`);
  const limit = { within: 30_000, what: 'nodes that know each other' };
  await eventually(async () => (await Promise.all(nodes.map(isKnown))).every(Boolean), limit);
  for (const [at, { admin }] of nodes.slice(SLOTS.length).entries())
    await admin.cluster('REPLICATE', String(await masters[at]!.admin.call('cluster', 'myid')));
  const isWhole = async ({ admin }: RedisServer) => {
    const state = String(await admin.call('cluster', 'info'));
    const role = await admin.info('replication');
    return (
      state.includes('cluster_state:ok') && (role.includes('role:master') || role.includes('link_status:up'))
    );
  };
  await eventually(async () => (await Promise.all(nodes.map(isWhole))).every(Boolean), limit);
  const resources = opening.move();
  return {
    url: `redis-cluster://:of-nodes@${nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')}`,
    nodes,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
