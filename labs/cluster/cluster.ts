import path from 'node:path';
import { LOCAL } from '../../ops/local/boot/layout.ts';
import type { Secrets } from '../../ops/local/engine/secrets.ts';
import { OWNER, SUPERUSER } from '../../ops/local/servers/postgres-cluster.ts';
import { type MachineName, POSTGRES, REDIS } from './machines.ts';
import type { Ground } from './network/ground.ts';
import type { Programs } from './packages/find-programs.ts';
import { askHttp, askPostgres, askRedis } from './servers/ask.ts';
import { API_PORT } from './servers/balancer-settings.ts';
import { PATRONI_PORT, POSTGRES_PORT } from './servers/patroni-settings.ts';
import { REDIS_PORT } from './servers/redis-settings.ts';
import type { ClusterProcess } from './start-process.ts';

export type PostgresMachine = (typeof POSTGRES)[number];
export type RedisMachine = (typeof REDIS)[number];

/** A running cluster. */
export type Cluster = {
  readonly ground: Ground;
  /**
   * null if Patroni is not available. Then nothing decides automatically which server is primary,
   * and there is no load balancer.
   */
  readonly programs: Programs | null;
  readonly secrets: Secrets;
  /** The environment variables of the engine's processes. */
  readonly variables: NodeJS.ProcessEnv;
  /** The directory that contains the data of the machines. */
  readonly home: string;
  readonly processes: readonly ClusterProcess[];
};

/** What commands need to find the engine of the cluster. */
export const ENVIRONMENT_FILE = path.join(LOCAL, 'cluster.environment');

/** Returns the process of a kind on a machine. */
export function findProcess({ processes }: Cluster, machine: MachineName, kind: string): ClusterProcess {
  const found = processes.find((candidate) => candidate.machine === machine && candidate.kind === kind);
  if (found === undefined) throw new Error(`There is no ${kind} on ${machine}`);
  return found;
}

/** Returns the base URL for clients: that of the load balancer if there is one. */
export function buildApiUrl({ ground, programs }: Cluster): string {
  return `http://${ground.addressOf(programs === null ? 'ingress1' : 'front')}:${API_PORT}`;
}

/** Returns the URL of one PostgreSQL server with the superuser's login, for inspection. */
export function buildSuperuserUrl({ ground, secrets }: Cluster, machine: PostgresMachine): string {
  const address = `${ground.addressOf(machine)}:${POSTGRES_PORT}`;
  return `postgres://${SUPERUSER}:${secrets.postgresPassword}@${address}/${OWNER}`;
}

/** What Patroni reports about its machine. */
export type PostgresState = {
  readonly role: string;
  readonly state: string;
  readonly timeline: number | null;
  /** The state of the standby as the primary reports it: `sync` or `async`. */
  readonly standbys: readonly string[];
};

/** @returns null if Patroni does not answer. */
export async function askPatroni(
  { ground }: Pick<Cluster, 'ground'>,
  machine: PostgresMachine,
): Promise<PostgresState | null> {
  const answer = await askHttp(`http://${ground.addressOf(machine)}:${PATRONI_PORT}/patroni`);
  if (answer === null) return null;
  const { role, state, timeline, replication } = JSON.parse(answer.body) as {
    role?: string;
    state?: string;
    timeline?: number;
    replication?: { sync_state: string }[];
  };
  return {
    role: role === 'master' ? 'primary' : (role ?? 'unknown'),
    state: state ?? 'unknown',
    timeline: timeline ?? null,
    standbys: (replication ?? []).map((standby) => standby.sync_state),
  };
}

/** Returns the machine whose PostgreSQL is primary according to Patroni; null if there is none at the moment. */
export async function findPrimary(cluster: Pick<Cluster, 'ground'>): Promise<PostgresMachine | null> {
  const states = await Promise.all(POSTGRES.map((machine) => askPatroni(cluster, machine)));
  const index = states.findIndex((state) => state?.role === 'primary' && state.state === 'running');
  return POSTGRES[index] ?? null;
}

/** Reports whether both servers run and the standby is synchronous, also according to etcd, from which Patroni knows which server it may promote. */
export async function isReplicated(cluster: Pick<Cluster, 'ground'>): Promise<boolean> {
  const primary = await findPrimary(cluster);
  if (primary === null) return false;
  const answer = await askHttp(`http://${cluster.ground.addressOf(primary)}:${PATRONI_PORT}/cluster`);
  if (answer?.status !== 200) return false;
  const { members } = JSON.parse(answer.body) as { members: { role: string; state: string }[] };
  const isThere = (role: string) =>
    members.some((member) => member.role === role && ['running', 'streaming'].includes(member.state));
  return isThere('leader') && isThere('sync_standby');
}

/** Returns `master`, or `slave` and the state of its link; null if Redis does not answer. */
export async function askRole(
  { ground, secrets }: Pick<Cluster, 'ground' | 'secrets'>,
  machine: RedisMachine,
): Promise<string | null> {
  const { redisPassword: password } = secrets;
  const answer = await askRedis(ground.addressOf(machine), REDIS_PORT, password, 'INFO');
  const role = /^role:(\w+)/m.exec(answer ?? '')?.[1];
  if (role === undefined) return null;
  if (role === 'master') return 'master';
  return /^master_link_status:up/m.test(answer ?? '') ? 'replica' : 'replica, cut off';
}

/** Returns the machine that is the master of Redis; null if there is none or more than one. */
export async function findMaster(cluster: Pick<Cluster, 'ground' | 'secrets'>): Promise<RedisMachine | null> {
  const roles = await Promise.all(REDIS.map((machine) => askRole(cluster, machine)));
  const masters = REDIS.filter((_, index) => roles[index] === 'master');
  return masters.length === 1 ? masters[0]! : null;
}

/** Reports whether Redis has one master and the other server replicates it. */
export async function isCopied(cluster: Pick<Cluster, 'ground' | 'secrets'>): Promise<boolean> {
  const roles = await Promise.all(REDIS.map((machine) => askRole(cluster, machine)));
  return roles.includes('master') && roles.includes('replica');
}

/** Reports whether a PostgreSQL server accepts writes. It queries the server directly. */
export async function isWritable(cluster: Cluster, machine: PostgresMachine): Promise<boolean> {
  return (await askUnmanaged(cluster, machine))?.role === 'primary';
}

/** Returns what an unmanaged PostgreSQL server reports about itself; null if it does not answer. */
export async function askUnmanaged(
  cluster: Cluster,
  machine: PostgresMachine,
): Promise<PostgresState | null> {
  const rows = await askPostgres<{ waits: boolean; timeline: number; standbys: string[] | null }>(
    buildSuperuserUrl(cluster, machine),
    `select pg_is_in_recovery() as waits, (select timeline_id from pg_control_checkpoint()) as timeline,
            (select array_agg(sync_state) from pg_stat_replication) as standbys`,
  );
  if (rows === null) return null;
  const { waits, timeline, standbys } = rows[0]!;
  return { role: waits ? 'replica' : 'primary', state: 'running', timeline, standbys: standbys ?? [] };
}
