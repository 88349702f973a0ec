import { chmodSync, chownSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Secrets } from '../../../ops/local/engine/secrets.ts';
import type { Account } from '../../../ops/local/servers/server-process.ts';
import { type MachineName, type POSTGRES, QUORUM, REDIS } from '../machines.ts';
import type { Ground } from '../network/ground.ts';
import type { Programs } from '../packages/find-programs.ts';
import { type ClusterProcess, startClusterProcess } from '../start-process.ts';
import { askHttp, askRedis } from './ask.ts';
import { buildPatroniSettings, ETCD_PEER_PORT, ETCD_PORT, PATRONI_PORT } from './patroni-settings.ts';
import { buildRedisSettings, buildSentinelSettings, REDIS_PORT, SENTINEL_PORT } from './redis-settings.ts';

export type ServerInput = {
  readonly ground: Ground;
  readonly programs: Programs;
  readonly redisServer: string;
  /** The directory that contains one directory per machine. */
  readonly home: string;
  readonly account: Account | undefined;
  readonly secrets: Pick<Secrets, 'postgresPassword' | 'redisPassword'>;
  readonly report: (message: string) => void;
};

/** Builds a server's variables: the paths of its libraries and the additions of a fault. */
const own = ({ programs }: ServerInput) => ({ ...programs.environment, HOME: '/' });

/** Starts etcd, which stores which server is primary. A majority of three decides. */
export function startEtcd(input: ServerInput, machine: (typeof QUORUM)[number]): ClusterProcess {
  const { ground, programs, account, report } = input;
  const address = ground.addressOf(machine);
  const client = `http://${address}:${ETCD_PORT}`;
  const peer = (member: MachineName) => `http://${ground.addressOf(member)}:${ETCD_PEER_PORT}`;
  const data = makeDirectory(input, machine, 'etcd');
  const command = [
    programs.etcd,
    `--name=${machine}`,
    `--data-dir=${data}`,
    `--listen-client-urls=${client}`,
    `--advertise-client-urls=${client}`,
    `--listen-peer-urls=${peer(machine)}`,
    `--initial-advertise-peer-urls=${peer(machine)}`,
    `--initial-cluster=${QUORUM.map((member) => `${member}=${peer(member)}`).join(',')}`,
    '--initial-cluster-state=new',
    // A busy disk must not cause a change of the leader.
    '--heartbeat-interval=200',
    '--election-timeout=2000',
    ...(programs.etcdApi === 'etcd' ? ['--enable-v2'] : []),
  ];
  return startClusterProcess(ground, {
    machine,
    kind: 'etcd',
    command: () => command,
    environment: { ...own(input), ETCD_UNSUPPORTED_ARCH: 'arm64' },
    account,
    cwd: data,
    isReady: async () => (await askHttp(`${client}/health`))?.status === 200,
    report,
  });
}

/** Starts Patroni, which runs the PostgreSQL server of its machine. */
export function startPatroni(input: ServerInput, machine: (typeof POSTGRES)[number]): ClusterProcess {
  const { ground, programs, account, secrets, report } = input;
  const address = ground.addressOf(machine);
  const home = makeDirectory(input, machine, 'postgres');
  const settings = path.join(home, 'patroni.json');
  writeFileOf(
    account,
    settings,
    buildPatroniSettings({
      machine,
      address,
      quorum: QUORUM.map((member) => ground.addressOf(member)),
      etcdApi: programs.etcdApi,
      network: ground.kind === 'namespaces' ? `${ground.names.net}.0/24` : '127.0.0.0/8',
      home,
      postgresBin: programs.postgresBin,
      passwords: { superuser: secrets.postgresPassword, replication: `r-${secrets.postgresPassword}` },
    }),
  );
  return startClusterProcess(ground, {
    machine,
    kind: 'patroni',
    command: () => [programs.python, programs.patroni, settings],
    environment: own(input),
    account,
    cwd: home,
    isReady: async () => (await askHttp(`http://${address}:${PATRONI_PORT}/health`))?.status === 200,
    report,
  });
}

/** Starts a Redis. The first one is the master until Sentinel promotes another and writes that into the settings. */
export function startRedis(input: ServerInput, machine: (typeof REDIS)[number]): ClusterProcess {
  const { ground, redisServer, account, secrets, report } = input;
  const address = ground.addressOf(machine);
  const home = makeDirectory(input, machine, 'redis');
  const master = machine === REDIS[0] ? undefined : ground.addressOf(REDIS[0]);
  const settings = path.join(home, 'redis.conf');
  const { redisPassword: password } = secrets;
  writeFileOf(account, settings, buildRedisSettings({ address, home, password, master }));
  return startClusterProcess(ground, {
    machine,
    kind: 'redis',
    command: () => [redisServer, settings],
    environment: {},
    account,
    cwd: home,
    isReady: async () => (await askRedis(address, REDIS_PORT, password, 'PING')) === 'PONG',
    report,
  });
}

/** Starts a Sentinel. Two of the three must agree that a master is down. */
export function startSentinel(input: ServerInput, machine: (typeof QUORUM)[number]): ClusterProcess {
  const { ground, redisServer, account, secrets, report } = input;
  const address = ground.addressOf(machine);
  const home = makeDirectory(input, machine, 'sentinel');
  const settings = path.join(home, 'sentinel.conf');
  const master = ground.addressOf(REDIS[0]);
  writeFileOf(
    account,
    settings,
    buildSentinelSettings({ address, home, password: secrets.redisPassword, master }),
  );
  return startClusterProcess(ground, {
    machine,
    kind: 'sentinel',
    command: () => [redisServer, settings, '--sentinel'],
    environment: {},
    account,
    cwd: home,
    isReady: async () => (await askRedis(address, SENTINEL_PORT, undefined, 'PING')) === 'PONG',
    report,
  });
}

function makeDirectory({ home, account }: ServerInput, machine: MachineName, name: string): string {
  const directory = path.join(home, machine, name);
  mkdirSync(directory, { recursive: true, mode: 0o755 });
  chmodSync(directory, 0o700);
  if (account) chownSync(directory, account.uid, account.gid);
  return directory;
}

/** Writes a file with passwords for an account that may have to rewrite it. */
export function writeFileOf(account: Account | undefined, file: string, text: string): void {
  writeFileSync(file, text, { mode: 0o600 });
  if (account) chownSync(file, account.uid, account.gid);
}
