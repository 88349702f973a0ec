import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { copyCluster } from '../../../ops/local/servers/copy-cluster.ts';
import { findPostgres, type PostgresBinaries } from '../../../ops/local/servers/postgres-binaries.ts';
import { startCluster, SUPERUSER } from '../../../ops/local/servers/postgres-cluster.ts';
import { POSTGRES } from '../machines.ts';
import { type ClusterProcess, startClusterProcess } from '../start-process.ts';
import { isAnswering } from './ask.ts';
import { POSTGRES_PORT } from './patroni-settings.ts';
import type { ServerInput } from './start-servers.ts';

/*
 * The PostgreSQL servers of `npm start`, for machines without Patroni: a primary and a synchronous
 * standby, which only a person promotes.
 */

const [PRIMARY, STANDBY] = POSTGRES;

/**
 * Starts the primary, copies it, and starts the standby.
 * @param start starts a process and waits until it is ready.
 */
export async function startUnmanaged(
  input: ServerInput,
  start: (started: readonly ClusterProcess[]) => Promise<void>,
): Promise<void> {
  const { ground, home, secrets, account } = input;
  const binaries = findPostgres();
  const place = path.join(home, PRIMARY, 'postgres');
  const password = secrets.postgresPassword;
  await startCluster(binaries, place, { password, resetPassword: false, throwaway: true });
  const network = ground.kind === 'namespaces' ? `${ground.names.net}.0/24` : '127.0.0.0/8';
  const rules = [
    `host all all ${network} scram-sha-256`,
    `host replication ${SUPERUSER} ${network} scram-sha-256`,
  ];
  appendFileSync(path.join(place, 'data', 'pg_hba.conf'), `${rules.join('\n')}\n`);
  await start([startServer(input, binaries, PRIMARY)]);
  const url = `postgres://${SUPERUSER}:${password}@${ground.addressOf(PRIMARY)}:${POSTGRES_PORT}/postgres`;
  await copyCluster(url, path.join(place, 'data'), findData(home, STANDBY), account, STANDBY);
  await start([startServer(input, binaries, STANDBY)]);
}

function findData(home: string, machine: (typeof POSTGRES)[number]): string {
  return path.join(home, machine, 'postgres', 'data');
}

function startServer(
  input: ServerInput,
  { postgres }: PostgresBinaries,
  machine: (typeof POSTGRES)[number],
): ClusterProcess {
  const { ground, account, home, secrets, report } = input;
  const address = ground.addressOf(machine);
  const settings = {
    listen_addresses: address,
    port: String(POSTGRES_PORT),
    unix_socket_directories: '',
    max_connections: '200',
    jit: 'off',
    timezone: 'UTC',
    dynamic_shared_memory_type: 'mmap',
    wal_sender_timeout: '5s',
    // The standby of the primary. A promoted standby has none until a person creates a new one.
    synchronous_standby_names: machine === PRIMARY ? STANDBY : '',
  };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const url = `postgres://${SUPERUSER}:${secrets.postgresPassword}@${address}:${POSTGRES_PORT}/postgres`;
  return startClusterProcess(ground, {
    machine,
    kind: 'postgres',
    command: () => [postgres, '-D', findData(home, machine), ...args],
    environment: {},
    account,
    cwd: '/',
    isReady: () => isAnswering(url),
    report,
  });
}

/** Builds the command with which a person promotes the standby. */
export function buildPromotion(home: string): string {
  const { pgCtl, account } = findPostgres();
  const change =
    account === undefined ? '' : `setpriv --reuid=${account.uid} --regid=${account.gid} --clear-groups `;
  return `${change}${pgCtl} promote -D ${findData(home, STANDBY)}`;
}
